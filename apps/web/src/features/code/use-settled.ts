import { useEffect, useState } from 'react';

/** The text as it was when it last stood still for `quietMs`. */
export function useSettled(text: string, quietMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), quietMs);
    return () => clearTimeout(timer);
  }, [text, quietMs]);
  return settled;
}
