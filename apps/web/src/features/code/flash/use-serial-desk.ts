import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { FlashPart } from './loader/board-loader.ts';
import { type Failure, failureOf } from './loader/flash-failure.ts';
import { FlashSession, type FlashStatus } from './loader/flash-session.ts';
import { type MonitorView, SerialMonitor } from './monitor/serial-monitor.ts';
import { pickPort } from './serial-ports.ts';

/** One cable for two uses: flashing takes it from the monitor and gives it back. */
export type SerialDesk = {
  port: SerialPort | null;
  /** The browser did not let a port be chosen. */
  pickFailure: Failure | null;
  flash: FlashStatus;
  view: MonitorView;
  monitor: SerialMonitor;
  pick: () => Promise<SerialPort | null>;
  connect: (baudRate: number) => Promise<void>;
  write: (parts: readonly FlashPart[], eraseAll: boolean) => Promise<void>;
  cancel: () => void;
  disconnect: () => Promise<void>;
  openMonitor: (baudRate: number) => Promise<void>;
};

/** Keeps the chosen port, and who uses it at the moment. */
export function useSerialDesk(): SerialDesk {
  const [{ session, monitor }] = useState(() => ({ session: new FlashSession(), monitor: new SerialMonitor() }));
  const [port, setPort] = useState<SerialPort | null>(null);
  const [pickFailure, setPickFailure] = useState<Failure | null>(null);
  const flash = useSyncExternalStore(session.subscribe, session.status);
  const view = useSyncExternalStore(monitor.subscribe, monitor.view);
  useGiveBack(session, monitor);
  usePlugging(port, setPort);

  const pick = useCallback(async () => {
    setPickFailure(null);
    try {
      const picked = await pickPort();
      if (picked) setPort(picked);
      return picked;
    } catch (error) {
      setPickFailure(failureOf(error, 'opening'));
      return null;
    }
  }, []);
  const connect = async (baudRate: number) => {
    const chosen = port ?? (await pick());
    if (!chosen) return;
    await monitor.close();
    await session.connect(chosen, baudRate);
  };
  const openMonitor = async (baudRate: number) => {
    const chosen = port ?? (await pick());
    if (!chosen) return;
    if (session.status().step === 'connected') await session.disconnect();
    await monitor.open(chosen, baudRate);
  };
  return {
    port,
    pickFailure,
    flash,
    view,
    monitor,
    pick,
    connect,
    openMonitor,
    write: (parts, eraseAll) => session.flash(parts, eraseAll),
    cancel: () => session.cancel(),
    disconnect: () => session.disconnect(),
  };
}

/** Leaves no port open behind the page. */
function useGiveBack(session: FlashSession, monitor: SerialMonitor): void {
  useEffect(
    () => () => {
      session.cancel();
      void session.disconnect();
      void monitor.close();
    },
    [session, monitor],
  );
}

/** A board with USB of its own goes and comes back with every restart. */
function usePlugging(port: SerialPort | null, setPort: (port: SerialPort | null) => void): void {
  useEffect(() => {
    if (port) {
      const gone = () => setPort(null);
      port.addEventListener('disconnect', gone);
      return () => port.removeEventListener('disconnect', gone);
    }
    const back = ({ target }: Event) => {
      if (isPort(target)) setPort(target);
    };
    navigator.serial.addEventListener('connect', back);
    return () => navigator.serial.removeEventListener('connect', back);
  }, [port, setPort]);
}

const isPort = (target: EventTarget | null): target is SerialPort => target !== null && 'readable' in target;
