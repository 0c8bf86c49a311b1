const event = JSON.parse(require('fs').readFileSync(0, 'utf8'));
if (event.tool_name === 'Bash' && event.tool_input.command === 'never') process.exit(2);
