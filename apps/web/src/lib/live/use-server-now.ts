import { useNow } from '../browser/use-now.ts';
import { liveNow } from './live-client.ts';

/** The server's time in ms, new every `everyMs`; what the server dates is compared with it, as a browser's clock may be wrong. */
export function useServerNow(everyMs = 1000): number {
  return useNow(everyMs) + liveNow() - Date.now();
}
