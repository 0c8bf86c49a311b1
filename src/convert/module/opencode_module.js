
// OpenCode has plugins where other agents have lists of hooks: this is the list, as `data`, and what runs it. OpenCode calls
// everything a plugin exports, so there is one export.
const isHook = event => Object.hasOwn(answered, event) || watched.includes(event) || event === 'event'; // or it comes over the bus

function toolOf(name, input) {
  switch (name) {
  case 'tool.execute.before':
  case 'tool.execute.after': return input?.tool;
  case 'permission.ask': return input?.type;
  case 'event:permission.asked': return input?.event?.properties?.permission;
  default: return undefined;
  }
}

export const Hooks = async ({ client, directory, worktree }) => {
  const say = speaker(client), list = load(say, event => isHook(event) ? event : `event:${plain(event)}`);
  const calls = (name, input) => callsOf(list.get(name), toolOf(name, input), directory);
  return serve({ say, directory, worktree, events: [...list.keys()], calls });
};
