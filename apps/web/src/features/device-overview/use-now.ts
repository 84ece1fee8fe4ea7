import { useEffect, useState } from 'react';
import { liveNow } from '../../lib/live-client.ts';

/** The server's clock, ms since the epoch, read again every `everyMs`. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(liveNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(liveNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
