import { join } from 'node:path';
import { type Core, coreFor } from '../../../core.ts';
import type { BoardMessage, BoardSession } from '../../../platform/broker/index.ts';
import type { ControlFeature } from '../../boards/control/index.ts';
import type { DevicesFeature } from '../../boards/devices/index.ts';
import type { FirmwareFeature } from '../../boards/firmware/index.ts';
import { decodeReports, kindOf, type Report, type ReportKind, reportOf } from './report.ts';
import { ReportBatches } from './report-batches.ts';
import { ReportSpool } from './report-spool.ts';

export { UnreadableRecord } from './report.ts';

/** Who keeps reports of one kind. */
interface ReportHandler {
  /** Resolves when all that boards reported so far is in the database; rejects when the database does not take it. */
  saved(): Promise<void>;
  /** Takes a report in again that came before the server started. */
  restore(session: BoardSession, message: BoardMessage): void;
}

interface ReportsDeps {
  readonly devices: DevicesFeature;
  readonly control: ControlFeature;
  readonly firmware: FirmwareFeature;
}

/** Decides when what boards report may be echoed: docs/decisions/0026-echo-after-the-store.md. */
export function createBoardReports(server: Core, { devices, control, firmware }: ReportsDeps) {
  const { log, dataDirectory, parts, broker } = coreFor(server, 'boards');
  const handlers: Readonly<Record<ReportKind, ReportHandler>> = {
    control: {
      saved: () => control.saved(),
      restore: (session, message) => void control.mqtt.boardMessage(session, message, true),
    },
    facts: {
      saved: () => devices.devices.facts.saved(),
      restore: (session, message) => devices.mqtt.restore(session, message),
    },
    firmware: {
      saved: () => firmware.mqtt.saved(),
      restore: (session, message) => void firmware.mqtt.boardMessage(session, message),
    },
  };
  const saved = async () => {
    await Promise.all(Object.values(handlers).map((handler) => handler.saved()));
  };
  const spool = new ReportSpool({ log, directory: join(dataDirectory, 'reports'), saved });
  const batchesOf = (handler: ReportHandler) => new ReportBatches({ log, spool, saved: () => handler.saved() });
  const batches: Record<ReportKind, ReportBatches> = {
    control: batchesOf(handlers.control),
    facts: batchesOf(handlers.facts),
    firmware: batchesOf(handlers.firmware),
  };

  const restore = ({ session, subtopic, payload, receivedAt }: Report): void => {
    const kind = kindOf(subtopic);
    if (!kind) return;
    try {
      handlers[kind].restore({ ...session, kind: 'board' }, { subtopic, payload, receivedAt, qos: 0 });
    } catch (err) {
      log.error({ err, espid: session.espid, subtopic }, 'A report from before the start could not be stored');
    }
  };

  /** When each device was last heard of before this server started, ms since the epoch. */
  const seenBefore = new Map<number | null, number>();
  /** Whether nothing newer is known than a report to another server. */
  const isNewest = ({ session, subtopic, receivedAt }: Report): boolean => {
    switch (kindOf(subtopic)) {
      case 'facts':
        // A board reports them whenever it connects.
        return (devices.devices.find(session.espid)?.lastSeenAt ?? 0) <= receivedAt;
      case 'control':
        // What was reported here since is known of each output and event by itself.
        return (seenBefore.get(session.deviceId) ?? 0) <= receivedAt;
      default:
        // An update has times of its own.
        return true;
    }
  };

  broker.use({
    boardReported(session, message) {
      const kind = kindOf(message.subtopic);
      if (!kind) return undefined;
      const stored = batches[kind].add(reportOf(session, message));
      if (kind === 'control') control.mqtt.awaitEcho(session, message, stored);
      return stored;
    },
  });
  parts.push({
    // Those who keep reports have started, and boards cannot connect yet.
    async start() {
      for (const { id, lastSeenAt } of devices.devices.all()) seenBefore.set(id, lastSeenAt ?? 0);
      await spool.replay(restore);
      control.control.endUnconfirmed();
    },
    stop: () => spool.stop(),
  });

  return {
    /** Stores what another server acknowledged, a record of its spool, as far as nothing newer is known. Throws an UnreadableRecord. */
    async takeIn(record: Buffer): Promise<void> {
      for (const report of decodeReports(record).filter(isNewest)) restore(report);
      await saved();
    },
  };
}
