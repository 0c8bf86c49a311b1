// Scripts of gaff's for Cline: one for each event, all of them the same. What is exported, and what it means: tests/convert/forms.mjs.
import { list } from '../../convert/shapes.mjs';

export const place = '.clinerules/hooks/PreToolUse';
export const also = ['.clinerules/hooks/PostToolUse'];
export const forms = { '': list('PreToolUse', 'event', ['event', 'command'], { syntax: 'script', mcp: (server, tool) => `${server}__${tool}` }) };
