// Modules of gaff's for Amp. What is exported, and what it means: tests/convert/forms.mjs.
import { anywhere, module, usual } from '../../convert/shapes.mjs';

export const place = '.amp/plugins/hooks.js';
export const forms = { '': module('tool.call', { mcp: usual, selects: anywhere }) };
