// Modules of gaff's for OpenCode. What is exported, and what it means: tests/convert/forms.mjs.
import { anywhere, module } from '../../convert/shapes.mjs';

export const place = '.opencode/plugins/hooks.js';
export const forms = { '': module('tool.execute.before', {
  mcp: (server, tool) => `${server}_${tool}`,
  strangers: ['Frobnicate'], // with a "_" in it it would be one of a server
  selects: anywhere,
}) };
