import type { TelemetryStore } from '../storage/index.ts';
import type { Spool } from './spool.ts';
import type { StorageHealth } from './storage-health.ts';

/** A store and a spool that report to `health` how each attempt ended. */
export function watchStorage(store: TelemetryStore, spool: Spool, health: StorageHealth) {
  return {
    store: {
      async store(messages: Parameters<TelemetryStore['store']>[0]): Promise<void> {
        if (messages.length === 0) return;
        health.attempt();
        try {
          await store.store(messages);
        } catch (error) {
          health.failed(error);
          throw error;
        }
        health.stored();
      },
      close: () => store.close(),
    },
    spool: {
      async append(payload: Uint8Array): Promise<void> {
        try {
          await spool.append(payload);
        } catch (error) {
          health.spooled(error);
          throw error;
        }
        health.spooled(undefined);
      },
      async oldest() {
        try {
          return await spool.oldest();
        } catch (error) {
          health.failed(error);
          throw error;
        }
      },
      close: () => spool.close(),
      get bytes(): number {
        return spool.bytes;
      },
      get isEmpty(): boolean {
        return spool.isEmpty;
      },
    },
  };
}
