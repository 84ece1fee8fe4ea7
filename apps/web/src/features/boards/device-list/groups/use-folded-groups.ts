import type { Device } from '@cyno/contract';
import { useCallback, useState } from 'react';
import { readStored, writeStored } from '../../../../lib/browser/use-stored-choice.ts';
import type { DeviceSection } from './device-sections.ts';

const key = 'cyno.devices.folded';
const idOf = ({ group }: DeviceSection) => String(group?.id ?? 'none');

const storedFolds = () => new Set(readStored(key)?.split(' ').filter(Boolean));

/** The devices of sections as they stand below each other, without those of folded ones. */
export function unfoldedDevices(sections: readonly DeviceSection[]): Device[] {
  const folded = storedFolds();
  return sections.flatMap((section) => (folded.has(idOf(section)) ? [] : section.devices));
}

/** Which groups this browser shows folded to their heading. */
export function useFoldedGroups() {
  const [folded, setFolded] = useState(storedFolds);
  const isFolded = useCallback((section: DeviceSection) => folded.has(idOf(section)), [folded]);
  return {
    isFolded,
    toggle(section: DeviceSection) {
      const next = new Set(folded);
      if (!next.delete(idOf(section))) next.add(idOf(section));
      writeStored(key, [...next].join(' '));
      setFolded(next);
    },
  };
}
