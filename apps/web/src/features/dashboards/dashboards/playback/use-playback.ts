import { useSearchParams } from 'react-router';
import { liveNow } from '../../../../lib/live/live-client.ts';
import { type Playback, readPlayback, writePlayback } from './playback.ts';

/** The moment of the past that the address names, null: now; and how to go to another one. */
export function usePlayback(): [Playback | null, (next: Playback | null) => void] {
  const [params, setParams] = useSearchParams();
  const playback = readPlayback(params, liveNow());
  const set = (next: Playback | null) =>
    // Coming and going are steps for the browser's back button, moments in between are not.
    setParams((before) => writePlayback(before, next), {
      replace: (next === null) === (playback === null),
      preventScrollReset: true,
    });
  return [playback, set];
}

/** Where playback begins: a little before now, so that the first press on play shows something. */
export const startPlayback = (): Playback => ({ at: liveNow() - 15 * 60_000, range: '24h' });
