/** A state that a text variable took, and since when. */
export type TextChange = { at: number; text: string };

const maxChanges = 200;

export type TextLog = ReturnType<typeof createTextLog>;

/** Keeps the changes of a text variable, newest last; a state that is only repeated is no change. */
export function createTextLog() {
  let changes: readonly TextChange[] = [];
  /** The end of what was loaded for the view: what came since takes no places of it. */
  let loadedTo = 0;

  const bounded = (list: readonly TextChange[]) =>
    list.filter(({ at }, index) => at <= loadedTo || index >= list.length - maxChanges);

  function add(list: TextChange[], change: TextChange) {
    const last = list.at(-1);
    if (last?.text === change.text || (last && last.at >= change.at)) return;
    list.push(change);
  }

  return {
    /** The same array until something changes. */
    changes: (): readonly TextChange[] => changes,
    load(times: readonly number[], values: readonly (number | string | null)[]) {
      const next: TextChange[] = [];
      times.forEach((at, index) => {
        const text = values[index];
        if (typeof text === 'string') add(next, { at, text });
      });
      loadedTo = next.at(-1)?.at ?? 0;
      for (const change of changes) if (change.at > loadedTo) add(next, change);
      changes = bounded(next);
    },
    /** Forgets what was before; true when that changes anything. */
    trim(from: number): boolean {
      const next = changes.filter(({ at }) => at >= from);
      const isShorter = next.length < changes.length;
      if (isShorter) changes = next;
      return isShorter;
    },
    push(at: number, text: string) {
      const next = [...changes];
      add(next, { at, text });
      if (next.length !== changes.length) changes = bounded(next);
    },
  };
}
