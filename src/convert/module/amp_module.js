
// Amp has plugins where other agents have lists of hooks: this is the list, as `data`, and what runs it.
export default function (amp) {
  const say = speaker(amp), list = load(say);
  const calls = (name, event, folder) => callsOf(list.get(name), event?.tool, folder);
  serve({ amp, say, events: [...list.keys()], calls });
}
