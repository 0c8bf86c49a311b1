#include "config/syntax.h"
#include "convert/parts.h"
#include "text/yaml/yaml_write.h"

static enum gaff_rc write_yaml(struct arena *a, struct json native, struct sv *out,
			       struct gaff_err *err)
{
	struct buf b = buf_in(a);

	GAFF_TRY(gaff_yaml_document(a, native, &b, err));
	*out = buf_sv(&b);
	return GAFF_OK;
}

enum gaff_rc gaff_convert_write(struct arena *a, const struct gaff_host *host, bool is_other_syntax,
				struct json native, struct gaff_losses *losses, struct sv *out,
				struct gaff_err *err)
{
	const struct gaff_layout *layout = host->layout;
	const struct gaff_editor *editor;

	GAFF_TRY(gaff_frame_put(a, layout, native, losses, &native, err));
	if (layout->shape == GAFF_LAYOUT_MODULE)
		return gaff_module_write(a, host, native, out, err);
	if (layout->shape == GAFF_LAYOUT_SCRIPT)
		return gaff_script_write(a, host, native, out, err);
	if (is_other_syntax && !layout->other.n)
		return gaff_fail(err, GAFF_EUNSUPPORTED, "%s has no other kind of file",
				 host->title);
	if (gaff_is_manifest(host) && is_other_syntax)
		return write_yaml(a, native, out, err);
	editor = gaff_is_manifest(host) ? &gaff_editor_json
					: gaff_editor_for(host, is_other_syntax);
	return editor->write(a, native, gaff_host_has_files(host, GAFF_C_BAD_STRINGS), out, err);
}
