import { liveNow } from '../../lib/live-client.ts';
import { useNow } from '../../lib/use-now.ts';

/** The server's time in ms, new every `everyMs`; what the server dates is compared with it, as a browser's clock may be wrong. */
export function useServerNow(everyMs = 1000): number {
  return useNow(everyMs) + liveNow() - Date.now();
}
