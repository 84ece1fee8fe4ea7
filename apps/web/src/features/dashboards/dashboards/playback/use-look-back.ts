import { useSearchParams } from 'react-router';
import { liveNow } from '../../../../lib/live/live-client.ts';
import { type LookBack, readLookBack, writeLookBack } from './look-back.ts';

/** The moment of the past that the address names, null: now; and how to go to another one. */
export function useLookBack(): [LookBack | null, (next: LookBack | null) => void] {
  const [params, setParams] = useSearchParams();
  const lookBack = readLookBack(params, liveNow());
  const set = (next: LookBack | null) =>
    // Coming and going are steps for the browser's back button, moments in between are not.
    setParams((before) => writeLookBack(before, next), {
      replace: (next === null) === (lookBack === null),
      preventScrollReset: true,
    });
  return [lookBack, set];
}

/** Where playback begins: a little before now, so that the first press on play shows something. */
export const beginLookBack = (): LookBack => ({ at: liveNow() - 15 * 60_000, range: '24h' });
