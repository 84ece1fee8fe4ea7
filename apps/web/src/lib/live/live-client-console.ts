import type { DeviceLogLine, LiveClientMessage } from '@cyno/contract';

/** New lines of a device's event log, oldest first. */
export type LiveLog = { espid: string; lines: readonly DeviceLogLine[] };

/** Which device's event log the page shows, one at a time; `send` reaches the server while the connection stands. */
export function createConsoleWatch(send: (message: LiveClientMessage) => void) {
  const listeners = new Set<(log: LiveLog) => void>();
  let shown: string | null = null;
  const show = (espid: string | null) => {
    shown = espid;
    send({ type: 'console', espid });
  };
  return {
    show(espid: string, listener: (log: LiveLog) => void) {
      listeners.add(listener);
      show(espid);
      return () => {
        listeners.delete(listener);
        if (shown === espid) show(null);
      };
    },
    /** After a new connection: retries. */
    resume() {
      if (shown !== null) show(shown);
    },
    take(log: LiveLog) {
      for (const listener of listeners) listener(log);
    },
  };
}
