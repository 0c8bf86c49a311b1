#include "convert/parts.h"
#include "text/json/json_pretty.h"
#include "text/toml/toml.h"
#include "text/yaml/yaml_write.h"

static enum gaff_rc write_json(struct arena *a, const struct gaff_host *host, struct json native,
			       struct sv *out, struct gaff_err *err)
{
	struct buf b = buf_in(a);

	gaff_json_pretty(
		&b, native,
		gaff_host_has_files(host, GAFF_C_BAD_STRINGS) ? GAFF_PRETTY_NO_COMMENT_MARKS : 0);
	GAFF_TRY(gaff_buf_check(&b, err));
	*out = buf_sv(&b);
	return GAFF_OK;
}

static enum gaff_rc write_yaml(struct arena *a, struct json native, struct sv *out,
			       struct gaff_err *err)
{
	struct buf b = buf_in(a);

	GAFF_TRY(gaff_yaml_document(a, native, &b, err));
	*out = buf_sv(&b);
	return GAFF_OK;
}

enum gaff_rc gaff_form_write(struct arena *a, const struct gaff_host *host, bool is_other_syntax,
			     struct json native, struct gaff_losses *losses, struct sv *out,
			     struct gaff_err *err)
{
	const struct gaff_form *form = host->form;

	GAFF_TRY(gaff_frame_put(a, form, native, losses, &native, err));
	if (form->shape == GAFF_FORM_MODULE)
		return gaff_module_write(a, host, native, out, err);
	if (form->shape == GAFF_FORM_SCRIPT)
		return gaff_script_write(a, host, native, out, err);
	if (gaff_form_is_toml(form, is_other_syntax))
		return gaff_toml_document(a, native, out, err);
	if (!is_other_syntax)
		return write_json(a, host, native, out, err);
	if (sv_eq(form->other, SV("yaml")))
		return write_yaml(a, native, out, err);
	return gaff_fail(err, GAFF_EUNSUPPORTED, "%s has no other kind of file", host->title);
}
