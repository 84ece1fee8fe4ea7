/** Which devices the page wants live values of: `*` is every device of the account. */
export type WatchTarget = '*' | readonly string[];

/** The most espids that one `watch` message may name; beyond it the client watches everything. */
const maxEspids = 200;

export type WatchSet = {
  /** Adds a subscription and returns the function that removes it; calling that twice changes nothing. */
  add(target: WatchTarget): () => void;
  /** What to request from the server: the union of all subscriptions, sorted. */
  current(): '*' | string[];
};

/** Counts who watches which device, so that two parts of a page can watch the same one; `onChange` follows each change. */
export function createWatchSet(onChange: () => void): WatchSet {
  const counts = new Map<string, number>();
  const change = (names: readonly string[], by: 1 | -1) => {
    for (const name of names) {
      const count = (counts.get(name) ?? 0) + by;
      if (count > 0) counts.set(name, count);
      else counts.delete(name);
    }
    onChange();
  };
  return {
    add(target) {
      const names = target === '*' ? ['*'] : [...target];
      let held = true;
      change(names, 1);
      return () => {
        if (held) change(names, -1);
        held = false;
      };
    },
    current: () => (counts.has('*') || counts.size > maxEspids ? '*' : [...counts.keys()].sort()),
  };
}
