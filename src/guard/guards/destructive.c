#include "guard/guard.h"
#include "guard/pieces.h"

/* clang-format off */
#define FILTERS                                                                                    \
	"-name|-iname|-path|-ipath|-wholename|-regex|-iregex|-lname|-empty|-size|-mtime|-mmin|"    \
	"-ctime|-cmin|-atime|-amin|-newer|-newermt|-anewer|-cnewer|-user|-group|-uid|-gid|-perm|"  \
	"-inum|-samefile|-links"
#define MAKES_BRANCH "!-b|-B|--orphan|-t|--track|-d|--detach"
#define LEASE        "!--force-with-lease"
#define IN_PROJECT   "delete single things below the project or in a temporary folder, by their names"
#define ASK_USER     "tell the user what should go and why, and let them do it"
/* clang-format on */

/*
 * name, when (row.h), decision, reason, instead. Rows of one program exclude each other where they
 * can, so that a command is told about once.
 */
static const struct gaff_guard_row rows[] = {
	/* ---- files ---- */
	{ "rm-outside", "rm -r|-R|--recursive -f|--force @outside", GAFF_DENY,
	  "it deletes a whole folder, and not one strictly below the project", IN_PROJECT },
	{ "rm-precious", "rm -r|-R|--recursive !-f|--force @clearly-precious", GAFF_DENY,
	  "it deletes the project itself, its .git, a home or the system", IN_PROJECT },
	{ "rm-settings", "rm|unlink|srm !-r|-R|--recursive @clearly-overwrites", GAFF_ASK,
	  "it deletes a file of the system or of the user's settings", ASK_USER },
	{ "rm-all-files", "rm !-r|-R|--recursive @all-of-project", GAFF_ASK,
	  "it deletes every file at the top of the project", IN_PROJECT },
	{ "rimraf-outside", "rimraf @outside", GAFF_DENY,
	  "it deletes a whole folder, and not one strictly below the project", IN_PROJECT },
	{ "find-delete-all", "find -delete !" FILTERS " @outside", GAFF_DENY,
	  "it deletes everything below a folder that is not strictly below the project",
	  "name what is to be deleted, with -name, below one folder of the project" },
	{ "find-delete-here", "find -delete !" FILTERS " !@any", GAFF_DENY,
	  "it deletes everything below the folder it is started in",
	  "name what is to be deleted, with -name, below one folder of the project" },
	{ "find-delete-outside", "find -delete " FILTERS " @away", GAFF_DENY,
	  "it deletes files outside of the project", IN_PROJECT },
	{ "find-delete-some", "find -delete " FILTERS " !@temp !@away", GAFF_ASK,
	  "it deletes whatever files match",
	  "run it with -print in place of -delete first, and then delete those files by name" },
	{ "shred-outside", "shred @outside", GAFF_DENY,
	  "it makes files outside of the project unreadable for ever", ASK_USER },
	{ "shred", "shred @project !@clearly-outside", GAFF_ASK,
	  "it makes files unreadable for ever", "delete them with rm" },
	{ "truncate-outside", "truncate -s|--size @outside", GAFF_DENY,
	  "it empties files outside of the project", ASK_USER },
	{ "truncate-to-nothing", "truncate -s=0*|--size=0* @project !@clearly-outside", GAFF_ASK,
	  "it throws away what is in the file", "keep a copy of it first, or write a new file" },
	{ "copy-nothing", "cp /dev/null @any !@temp", GAFF_ASK,
	  "it throws away what is in the file", "keep a copy of it first, or write a new file" },
	{ "dd-onto", "dd --of=@precious", GAFF_DENY,
	  "it writes over a device, a file of the system or of the user's settings", ASK_USER },
	{ "mkfs", "mkfs*|mke2fs|mkswap|newfs*|badblocks|blkdiscard @device", GAFF_DENY,
	  "it erases a disk", ASK_USER },
	{ "wipefs", "wipefs -a|--all|-o|--offset", GAFF_DENY, "it erases a disk", ASK_USER },
	{ "fdisk", "fdisk @device !-l|--list|-d|--dump|-p", GAFF_DENY,
	  "it changes how a disk is divided", ASK_USER },
	{ "disk-erase", "diskutil erase*|partitionDisk|zeroDisk|randomDisk|secureErase", GAFF_DENY,
	  "it erases a disk", ASK_USER },
	{ "disk-crypt", "cryptsetup luksFormat|erase|luksErase|luksKillSlot", GAFF_DENY,
	  "it makes an encrypted disk unreadable", ASK_USER },
	{ "disk-format", "nvme format|sanitize", GAFF_DENY, "it erases a disk", ASK_USER },
	{ "volume-remove", "lvremove|vgremove|pvremove @any", GAFF_DENY,
	  "it removes a volume with all that is on it", ASK_USER },
	{ "pool-destroy", "zpool|zfs destroy", GAFF_DENY,
	  "it removes a file system with all that is on it", ASK_USER },
	{ "mv-settings", "mv !-t|--target-directory @clearly-settings^|@clearly-git^", GAFF_DENY,
	  "it takes away a home, its settings, files of the system or .git",
	  "copy it instead, and leave the original" },
	{ "mv-settings-to", "mv -t|--target-directory @clearly-settings|@clearly-git", GAFF_DENY,
	  "it takes away a home, its settings, files of the system or .git",
	  "copy it instead, and leave the original" },
	{ "mv-project", "mv !-t|--target-directory @project-itself^", GAFF_ASK,
	  "it moves the project itself away", "copy it instead, and leave the original" },
	{ "mv-onto", "mv !-t|--target-directory @clearly-overwrites$", GAFF_ASK,
	  "it writes over a file of the system or of the user's settings", ASK_USER },
	{ "write-onto", "* >@clearly-overwrites", GAFF_DENY,
	  "the redirection writes over a file of the system or of the user's settings",
	  "add to it with >>, or write to a file of the project" },
	{ "tee-onto", "tee|sponge @clearly-overwrites !-a|--append", GAFF_ASK,
	  "it writes over a file of the system or of the user's settings",
	  "add to it with -a, or write to a file of the project" },
	{ "chmod-all", "chmod|chown|chgrp|setfacl|chattr -R|--recursive @clearly-settings",
	  GAFF_DENY, "it changes who may use all files of the system or of a home",
	  "change only the files of the project that need it" },
	{ "chmod-open", "chmod -R|--recursive *777|*000|a-*|ugo-* @clearly-root", GAFF_ASK,
	  "it changes who may use all files of the project", "change only the files that need it" },
	{ "rsync-delete",
	  "rsync --delete|--delete-before|--delete-during|--delete-after|--delete-delay|"
	  "--delete-excluded|--del @outside$ !-n|--dry-run",
	  GAFF_DENY, "it deletes everything there that the source has not",
	  "leave out --delete, or look with --dry-run first and let the user decide" },
	{ "rsync-delete-remote",
	  "rsync --delete|--delete-before|--delete-during|--delete-after|--delete-delay|"
	  "--delete-excluded|--del @remote$ !-n|--dry-run",
	  GAFF_ASK, "it deletes everything on that machine that the source has not",
	  "leave out --delete, or look with --dry-run first" },
	{ "kill-everything", "kill @every-process", GAFF_DENY, "it ends every process of the user",
	  "end single processes, by their numbers" },
	{ "crontab-remove", "crontab -r", GAFF_DENY,
	  "it deletes all scheduled jobs of the user, and there is no copy",
	  "save them with 'crontab -l > file' and edit that" },
	{ "userdel", "userdel|deluser|groupdel|delgroup @any", GAFF_DENY,
	  "it deletes a user or group of this machine", ASK_USER },

	/* ---- git ---- */
	{ "git-reset-hard", "git reset --hard?|--merge", GAFF_DENY,
	  "it throws away changes that are not committed",
	  "'git stash' first, or 'git reset --soft' or '--keep'" },
	{ "git-clean", "git clean -f?|--force !-n|--dry-run", GAFF_DENY,
	  "it deletes files that git does not know, for ever",
	  "look with 'git clean -n', and delete single files by name" },
	{ "git-clean-unforced", "git clean -c=clean.requireForce=* !-n|--dry-run !-f|--force",
	  GAFF_DENY, "it deletes files that git does not know, for ever",
	  "look with 'git clean -n', and delete single files by name" },
	{ "git-checkout-files", "git checkout @behind !-f|--force " MAKES_BRANCH, GAFF_DENY,
	  "it writes over files, with changes that are not committed",
	  "'git stash' first, or look with 'git diff' and undo single changes" },
	{ "git-checkout-tree-files", "git checkout * @any !-- !-f|--force " MAKES_BRANCH, GAFF_DENY,
	  "it writes over files, with changes that are not committed",
	  "'git stash' first; to see another version use 'git show TREE:FILE'" },
	{ "git-checkout-path", "git checkout @pathlike !-- !-f|--force " MAKES_BRANCH, GAFF_DENY,
	  "it writes over files, with changes that are not committed",
	  "'git stash' first, or look with 'git diff' and undo single changes" },
	{ "git-checkout-file", "git checkout @file !-- !-f|--force " MAKES_BRANCH, GAFF_ASK,
	  "it writes over a file, with changes that are not committed",
	  "'git stash' first; for a branch of that name use 'git switch'" },
	{ "git-checkout-force", "git checkout -f|--force", GAFF_DENY,
	  "it throws away changes that are not committed", "'git stash' first, without -f" },
	{ "git-checkout-list", "git checkout --pathspec-from-file", GAFF_DENY,
	  "it writes over files, with changes that are not committed", "'git stash' first" },
	{ "git-switch-force", "git switch -f|--force|--discard-changes", GAFF_DENY,
	  "it throws away changes that are not committed",
	  "'git stash' first, or 'git switch --merge'" },
	{ "git-restore", "git restore !-S|--staged !-W|--worktree", GAFF_DENY,
	  "it throws away changes that are not committed",
	  "'git stash' first, or 'git restore --staged' to take them only out of the index" },
	{ "git-restore-worktree", "git restore -W|--worktree", GAFF_DENY,
	  "it throws away changes that are not committed",
	  "'git stash' first, or 'git restore --staged' to take them only out of the index" },
	{ "git-checkout-index", "git checkout-index -f|--force", GAFF_DENY,
	  "it writes over files, with changes that are not committed", "'git stash' first" },
	{ "git-read-tree", "git read-tree --reset", GAFF_DENY,
	  "it throws away changes that are not committed", "'git stash' first" },
	{ "git-stash-drop", "git stash drop|clear", GAFF_DENY,
	  "it deletes stashed changes for ever",
	  "'git stash pop' or 'git stash branch', or leave them" },
	{ "git-branch-delete", "git branch -D", GAFF_DENY,
	  "it deletes a branch even if its commits are nowhere else",
	  "'git branch -d', which refuses where something would be lost" },
	{ "git-branch-delete-force", "git branch -d|--delete -f|--force", GAFF_DENY,
	  "it deletes a branch even if its commits are nowhere else",
	  "'git branch -d' alone, which refuses where something would be lost" },
	{ "git-push-force", "git push -f|--force " LEASE, GAFF_DENY,
	  "it overwrites the branch of others, with commits that nobody here has seen",
	  "'git push --force-with-lease', or a new branch" },
	{ "git-push-plus", "git push @plus !-f|--force " LEASE, GAFF_DENY,
	  "the + overwrites the branch of others, with commits that nobody here has seen",
	  "'git push --force-with-lease' without +, or a new branch" },
	{ "git-push-mirror", "git push --mirror", GAFF_DENY,
	  "it makes the remote the same as this repository, and deletes all else there",
	  "push single branches" },
	{ "git-push-delete", "git push -d|--delete|--prune", GAFF_ASK,
	  "it deletes branches of the remote", ASK_USER },
	{ "git-push-colon", "git push @colon", GAFF_ASK, "it deletes a branch of the remote",
	  ASK_USER },
	{ "git-tag-delete", "git tag -d|--delete", GAFF_ASK, "it deletes a tag", ASK_USER },
	{ "git-reflog", "git reflog expire|delete !-n", GAFF_DENY,
	  "it deletes what git needs to get lost commits back", "leave the reflog as it is" },
	{ "git-gc-prune", "git gc --prune=now|--prune=all", GAFF_DENY,
	  "it deletes commits that no branch holds, for ever", "'git gc' without --prune" },
	{ "git-prune", "git prune !-n", GAFF_ASK,
	  "it deletes commits that no branch holds, for ever", "'git gc' without --prune" },
	{ "git-update-ref", "git update-ref -d|--stdin", GAFF_DENY,
	  "it deletes branches past all checks of git", "'git branch -d'" },
	{ "git-symbolic-ref", "git symbolic-ref -d|--delete", GAFF_ASK,
	  "it takes away what a name like HEAD means", ASK_USER },
	{ "git-filter", "git filter-branch|filter-repo", GAFF_DENY,
	  "it writes all of the history anew", "add a commit that changes what is wrong" },
	{ "git-filter-repo", "git-filter-repo|bfg", GAFF_DENY, "it writes all of the history anew",
	  "add a commit that changes what is wrong" },
	{ "git-worktree-remove", "git worktree remove -f|--force", GAFF_DENY,
	  "it deletes a working tree with changes that are not committed",
	  "'git worktree remove' without -f, which refuses then" },
	{ "git-submodule-deinit", "git submodule deinit -f|--force|--all", GAFF_DENY,
	  "it deletes submodules with changes that are not committed",
	  "'git submodule deinit' of one submodule, without -f" },
	{ "git-rm-all", "git rm -r @clearly-root|@clearly-git !--cached !-n", GAFF_ASK,
	  "it deletes all files of the project", "'git rm' of single files" },

	/* ---- containers ---- */
	{ "docker-prune", "docker system prune -a|--all|--volumes", GAFF_DENY,
	  "it deletes images, containers or volumes of all projects",
	  "remove single ones, by name" },
	{ "docker-prune-some", "docker system prune !-a|--all !--volumes", GAFF_ASK,
	  "it deletes stopped containers of all projects", "remove single ones, by name" },
	{ "docker-reset", "docker system reset", GAFF_DENY,
	  "it deletes all containers, images and volumes", "remove single ones, by name" },
	{ "docker-volume", "docker volume rm|remove|prune", GAFF_DENY,
	  "it deletes data of containers for ever", ASK_USER },
	{ "docker-compose-volumes", "docker compose down|rm -v|--volumes", GAFF_DENY,
	  "it deletes the volumes, with the databases in them",
	  "'docker compose down' without -v" },
	{ "compose-volumes", "docker-compose down|rm -v|--volumes", GAFF_DENY,
	  "it deletes the volumes, with the databases in them",
	  "'docker-compose down' without -v" },
	{ "docker-stack", "docker stack|service|swarm rm|remove|leave", GAFF_ASK,
	  "it stops services", ASK_USER },
	{ "kubectl-delete",
	  "kubectl delete namespace*|ns|ns/*|project*|pv|pv/*|pvc|pvc/*|persistentvolume*|crd|"
	  "crd/*|customresourcedefinition*|node*|statefulset*|all",
	  GAFF_DENY, "it deletes a whole part of a cluster, with its data",
	  "delete single objects, by name" },
	{ "kubectl-delete-all", "kubectl delete --all|-A|--all-namespaces", GAFF_DENY,
	  "it deletes all objects of a kind", "delete single objects, by name" },
	{ "helm-uninstall", "helm uninstall|delete|del|un", GAFF_ASK,
	  "it takes a release out of a cluster", ASK_USER },

	/* ---- cloud ---- */
	{ "terraform-destroy", "terraform destroy", GAFF_DENY,
	  "it destroys all that the configuration has made",
	  "show the user the output of 'terraform plan -destroy'" },
	{ "terraform-apply-destroy", "terraform apply -destroy", GAFF_DENY,
	  "it destroys all that the configuration has made",
	  "show the user the output of 'terraform plan -destroy'" },
	{ "terraform-state", "terraform state rm|remove", GAFF_ASK,
	  "terraform forgets what it has made, which then stays for ever", ASK_USER },
	{ "terraform-workspace", "terraform workspace delete", GAFF_ASK,
	  "it deletes a state of terraform", ASK_USER },
	{ "terragrunt-destroy", "terragrunt ..destroy|..destroy-all", GAFF_DENY,
	  "it destroys all that the configuration has made", "show the user the plan" },
	{ "stack-destroy", "pulumi|cdk|cdktf|vagrant destroy", GAFF_DENY,
	  "it destroys all that the configuration has made", "show the user what it would do" },
	{ "stack-remove", "pulumi stack rm", GAFF_DENY, "it deletes a stack", ASK_USER },
	{ "stack-delete", "sam|eksctl|kops|copilot delete", GAFF_DENY,
	  "it destroys all that the configuration has made", ASK_USER },
	{ "serverless-remove", "serverless remove", GAFF_DENY,
	  "it destroys all that the configuration has made", ASK_USER },
	{ "aws-s3-bucket", "aws s3 rb", GAFF_DENY, "it deletes a bucket", ASK_USER },
	{ "aws-s3-remove", "aws s3 rm --recursive !--dryrun", GAFF_DENY,
	  "it deletes all objects below a prefix",
	  "look with --dryrun, and delete single objects" },
	{ "aws-s3-sync", "aws s3 sync --delete !--dryrun", GAFF_ASK,
	  "it deletes all objects there that the source has not", "leave out --delete" },
	{ "aws-delete", "aws * delete-*|terminate-*|purge-*|schedule-key-deletion", GAFF_DENY,
	  "it deletes something in the cloud", ASK_USER },
	{ "gcloud-delete", "gcloud ..delete|..destroy", GAFF_DENY,
	  "it deletes something in the cloud", ASK_USER },
	{ "gcloud-storage", "gcloud storage rm -r|-R|--recursive", GAFF_DENY,
	  "it deletes all objects below a prefix", "delete single objects, by name" },
	{ "gsutil-remove", "gsutil rm -r|-R", GAFF_DENY, "it deletes all objects below a prefix",
	  "delete single objects, by name" },
	{ "gsutil-bucket", "gsutil rb", GAFF_DENY, "it deletes a bucket", ASK_USER },
	{ "gsutil-sync", "gsutil rsync -d", GAFF_ASK,
	  "it deletes all objects there that the source has not", "leave out -d" },
	{ "az-delete", "az ..delete|..purge", GAFF_DENY, "it deletes something in the cloud",
	  ASK_USER },
	{ "cloud-delete", "cloud ..delete|..destroy|..terminate", GAFF_DENY,
	  "it deletes something in the cloud", ASK_USER },
	{ "hosting-delete",
	  "vercel|netlify|wrangler|firebase rm|remove|delete|sites:delete|hosting:disable|"
	  "firestore:delete|functions:delete",
	  GAFF_ASK, "it deletes something that is deployed", ASK_USER },
	{ "heroku-destroy", "heroku apps:destroy|apps:delete|pg:reset|addons:destroy", GAFF_DENY,
	  "it deletes an application or its data", ASK_USER },
	{ "gh-repo-delete", "gh repo|project delete", GAFF_DENY, "it deletes a repository",
	  ASK_USER },
	{ "gh-delete", "gh release|secret|variable|gist|label|run|issue delete|remove", GAFF_ASK,
	  "it deletes something that others may use", ASK_USER },
	{ "gh-api-delete", "gh api -X=DELETE|--method=DELETE", GAFF_ASK,
	  "it deletes something that others may use", ASK_USER },
	{ "package-unpublish", "npm|pnpm|yarn|bun unpublish", GAFF_DENY,
	  "it takes a package away from all who use it", "'npm deprecate', or a new version" },
	{ "package-yank", "gem yank", GAFF_ASK, "it takes a package away from all who use it",
	  "a new version" },

	/* ---- data ---- */
	{ "sql-drop", "sql @drops", GAFF_DENY,
	  "the SQL drops a table or database, or deletes all rows",
	  "select first what would go, and let the user decide" },
	{ "dropdb", "dropdb|dropuser @any", GAFF_DENY, "it deletes a database or a user of it",
	  ASK_USER },
	{ "mysqladmin-drop", "mysqladmin ..drop", GAFF_DENY, "it deletes a database", ASK_USER },
	{ "pg-restore-clean", "pg_restore -c|--clean", GAFF_ASK,
	  "it drops what is in the database first", "restore into a new database" },
	{ "redis-flush", "redis-cli ..flushall|..FLUSHALL|..flushdb|..FLUSHDB|..FlushAll",
	  GAFF_DENY, "it deletes all keys", "delete single keys" },
	{ "mongo-drop",
	  "mongosh --eval=*dropDatabase*|--eval=*.drop(*|--eval=*deleteMany({})*|"
	  "--eval=*.remove({})*",
	  GAFF_DENY, "it deletes a database or a collection", ASK_USER },
	{ "mongo-restore-drop", "mongorestore|mongoimport --drop", GAFF_ASK,
	  "it drops collections before it writes them", "restore into a new database" },
	{ "kafka-delete", "kafka-topics*|kafka-consumer-groups* --delete", GAFF_DENY,
	  "it deletes a topic or group", ASK_USER },
	{ "etcd-delete", "etcdctl del --prefix|--from-key", GAFF_DENY,
	  "it deletes all keys below a prefix", "delete single keys" },
	{ "rails-drop", "rails|rake db:drop*|db:reset|db:purge*|db:truncate_all", GAFF_ASK,
	  "it deletes a database", ASK_USER },
	{ "prisma-reset", "prisma migrate reset", GAFF_ASK, "it deletes a database", ASK_USER },
	{ "prisma-push", "prisma db push --force-reset|--accept-data-loss", GAFF_ASK,
	  "it deletes data", ASK_USER },
	{ "artisan-wipe", "php|artisan artisan migrate:fresh|migrate:reset|db:wipe", GAFF_ASK,
	  "it deletes a database", ASK_USER },
	{ "django-flush", "python* manage.py|./manage.py flush|reset_db", GAFF_ASK,
	  "it deletes all data", ASK_USER },

	/* ---- Windows ---- */
	{ "remove-item", "Remove-Item -Recurse -Force @outside", GAFF_DENY,
	  "it deletes a whole folder, and not one strictly below the project", IN_PROJECT },
	{ "remove-item-precious", "Remove-Item -Recurse !-Force @clearly-precious", GAFF_DENY,
	  "it deletes the project itself, its .git, a home or the system", IN_PROJECT },
	{ "del-tree", "del|rmdir /s @outside", GAFF_DENY,
	  "it deletes a whole folder, and not one strictly below the project", IN_PROJECT },
	{ "format-drive", "format ?:|?:\\", GAFF_DENY, "it erases a disk", ASK_USER },
	{ "format-volume", "Format-Volume|Clear-Disk|Initialize-Disk|Remove-Partition|diskpart",
	  GAFF_DENY, "it erases a disk", ASK_USER },
};

/* A fork bomb is no program of a table: what finds programs tells it apart. */
static void look_for_fork_bomb(const struct gaff_programs *programs,
			       struct gaff_guard_report *report)
{
	for (const struct gaff_unknown *u = programs->unknown; u; u = u->next)
		if (u->why == gaff_why_fork_bomb)
			gaff_guard_add(report, "destructive", SV("fork-bomb"), GAFF_DENY, SV(""),
				       SV("it starts itself again and again until nothing works"),
				       SV("leave it out"));
}

/* What `git config alias.x VALUE` will run: "!rm -rf /" is for a shell, "reset --hard" for git. */
static bool alias_of(struct arena *a, const struct gaff_args *args, struct sv *out)
{
	const struct gaff_arg *sub = gaff_args_operand(args, 0), *name = gaff_args_operand(args, 1),
			      *value = gaff_args_operand(args, 2);

	if (!sv_eq(args->program->name, SV("git")) || !value || !sv_eq(sub->name, SV("config")))
		return false;
	if (sv_eq(name->name, SV("set")) || sv_eq(name->name, SV("--add"))) {
		name = value;
		value = gaff_args_operand(args, 3);
	}
	if (!value || !value->name.n || !sv_starts_nocase(name->name, SV("alias.")))
		return false;
	*out = value->name.p[0] == '!' ? sv_skip(value->name, 1)
				       : sv_join(a, SV("git "), value->name, SV(""));
	return true;
}

static enum gaff_rc look_at_aliases(struct gaff_guard_call *call, struct gaff_guard_report *report,
				    struct gaff_err *err)
{
	for (size_t i = 0; i < call->programs.n; i++) {
		struct gaff_guard_call inner = { .arena = call->arena,
						 .event = call->event,
						 .world = call->world };
		struct sv text;

		if (!alias_of(call->arena, &call->args[i], &text))
			continue;
		GAFF_TRY(gaff_guard_see_command(&inner, text, GAFF_SHELL_POSIX, &call->world, err));
		GAFF_TRY(gaff_guard_rows(&inner, "destructive", rows, COUNT_OF(rows), report, err));
	}
	return GAFF_OK;
}

static enum gaff_rc look(struct gaff_guard_call *call, struct gaff_guard_report *report,
			 struct gaff_err *err)
{
	GAFF_TRY(gaff_guard_rows(call, "destructive", rows, COUNT_OF(rows), report, err));
	look_for_fork_bomb(&call->programs, report);
	return look_at_aliases(call, report, err);
}

const struct gaff_guard gaff_guard_destructive = {
	.name = "destructive",
	.help = "commands that delete or overwrite what cannot be got back",
	.events = GAFF_EV(BEFORE_TOOL) | GAFF_EV(PERMISSION_REQUEST),
	.look = look,
	.rows = rows,
	.n_rows = COUNT_OF(rows),
};
