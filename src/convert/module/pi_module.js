
// pi has extensions where other agents have lists of hooks: this is the list, as `data`, and what runs it.
export default function (pi) {
  const say = speaker(pi), list = load(say);
  const calls = (name, event, folder) => callsOf(list.get(name), event?.toolName, folder);
  serve({ pi, say, events: [...list.keys()], calls });
}
