import type { DeviceLogLine, LiveClientMessage } from '@cyno/contract';

/** New lines of a device's event log, oldest first. */
export type LiveLog = { espid: string; lines: readonly DeviceLogLine[] };

/** Which device's event log the page shows, one at a time; `send` reaches the server while the connection stands. */
export function createConsoleWatch(send: (message: LiveClientMessage) => void) {
  const listeners = new Set<(log: LiveLog) => void>();
  let openEspid: string | null = null;
  const show = (espid: string | null) => {
    openEspid = espid;
    send({ type: 'console', espid });
  };
  return {
    show(espid: string, listener: (log: LiveLog) => void) {
      listeners.add(listener);
      show(espid);
      return () => {
        listeners.delete(listener);
        if (openEspid === espid) show(null);
      };
    },
    /** After a new connection: retries. */
    resume() {
      if (openEspid !== null) show(openEspid);
    },
    take(log: LiveLog) {
      for (const listener of listeners) listener(log);
    },
  };
}
