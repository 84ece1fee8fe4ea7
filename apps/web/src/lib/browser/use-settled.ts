import { useEffect, useState } from 'react';

/** The value as it was when it had not changed for `restMs`: what is typed is looked at when the hand rests. Compared as JSON. */
export function useSettled<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value);
  const [wanted, previous] = [JSON.stringify(value), JSON.stringify(settled)];
  useEffect(() => {
    if (wanted === previous) return;
    const timer = setTimeout(() => setSettled(JSON.parse(wanted)), restMs);
    return () => clearTimeout(timer);
  }, [wanted, previous, restMs]);
  return settled;
}
