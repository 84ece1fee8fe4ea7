import type { Device } from '@cyno/contract';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { rangeOf } from './choosing.ts';

export type Choosing = {
  /** True while devices are being chosen, also before the first one is. */
  isActive: boolean;
  chosen: ReadonlySet<string>;
  /** Chooses a device or leaves it out; with `range` everything from the one before to it. */
  toggle: (espid: string, range: boolean) => void;
  /** Adds devices to those that are chosen. */
  add: (espids: readonly string[]) => void;
  start: () => void;
  end: () => void;
};

const none: ReadonlySet<string> = new Set();

/** Which devices of the list (`visible`: in the order shown) are chosen for an action on several; those that leave the list of all devices are chosen no more. */
export function useChoosing(devices: readonly Device[], visible: () => readonly Device[]): Choosing {
  const [isStarted, setStarted] = useState(false);
  const [marked, setMarked] = useState(none);
  const lastRef = useRef<string>(undefined);
  const visibleRef = useRef(visible);
  useLayoutEffect(() => {
    visibleRef.current = visible;
  }, [visible]);
  const chosen = useMemo(() => {
    if (marked.size === 0) return none;
    return new Set(devices.flatMap(({ espid }) => (marked.has(espid) ? [espid] : [])));
  }, [marked, devices]);
  const toggle = useCallback((espid: string, range: boolean) => {
    const order = visibleRef.current().map((device) => device.espid);
    const from = lastRef.current;
    lastRef.current = espid;
    setMarked((before) => {
      const next = new Set(before);
      const reached = range && from !== undefined ? rangeOf(order, from, espid) : [espid];
      const wanted = !before.has(espid);
      for (const one of reached) {
        if (wanted) next.add(one);
        else next.delete(one);
      }
      return next;
    });
  }, []);
  return {
    isActive: isStarted || chosen.size > 0,
    chosen,
    toggle,
    add: (espids) => setMarked(new Set([...marked, ...espids])),
    start: () => setStarted(true),
    end() {
      setStarted(false);
      setMarked(none);
      lastRef.current = undefined;
    },
  };
}

/** What a device's card and row get of it. */
export const choiceOf = ({ espid }: Device, { isActive, chosen, toggle }: Choosing) => ({
  isChosen: isActive ? chosen.has(espid) : undefined,
  onToggle: toggle,
});
