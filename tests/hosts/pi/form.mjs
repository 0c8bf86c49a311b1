// Modules of gaff's for pi. What is exported, and what it means: tests/convert/forms.mjs.
import { anywhere, module, underscored } from '../../convert/shapes.mjs';

export const place = '.pi/extensions/hooks.js';
export const beforeModel = true; // which cannot block
export const forms = { '': module('tool_call', { mcp: underscored, noHyphens: true, selects: anywhere }) };
