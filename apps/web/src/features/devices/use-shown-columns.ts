import { useState } from 'react';
import { readKept, writeKept } from '../../lib/use-kept-choice.ts';

const key = 'cyno.devices.columns';
const usual = ['name', 'status', 'values', 'lastSeen', 'signal', 'id'];

/** Which columns of the table this browser shows, by their ids. */
export function useShownColumns(): [ReadonlySet<string>, (id: string, shown: boolean) => void] {
  const [shown, setShown] = useState<ReadonlySet<string>>(() =>
    new Set(readKept(key)?.split('\n') ?? usual).add('name'),
  );
  return [
    shown,
    (id, isShown) => {
      const next = new Set(shown);
      if (isShown) next.add(id);
      else next.delete(id);
      writeKept(key, [...next].join('\n'));
      setShown(next);
    },
  ];
}
