import type { BoardMessage, BoardSession } from '../../../platform/broker/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { kindOf, type Report, type ReportKind, reportOf } from './report.ts';
import { ReportBatches } from './report-batches.ts';
import { ReportSpool } from './report-spool.ts';

/** Who keeps reports of one kind. */
interface ReportHandler {
  /** Resolves when all that boards reported so far is in the database; rejects when the database does not take it. */
  saved(): Promise<void>;
  /** Takes a report in again that came before the server started. */
  restore(session: BoardSession, message: BoardMessage): void;
}

/** Decides when what boards report may be echoed: docs/decisions/0026-echo-after-the-store.md. */
export interface BoardReports {
  /** Returns a promise that the report survives a crash, when those who keep it have taken it in; undefined for what is no report. */
  add(session: BoardSession, message: BoardMessage): Promise<void> | undefined;
  /** Takes in what was echoed before the start. To be called when those who keep it have started, and before boards can connect. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Wires the feature. `directory` is where reports wait while the database is away. */
export function createBoardReports(deps: {
  readonly directory: string;
  readonly log: Logger;
  readonly handlers: Readonly<Record<ReportKind, ReportHandler>>;
  /** Called when everything of before the start is taken in. */
  restored(): void;
}): BoardReports {
  const { handlers, log } = deps;
  const spool = new ReportSpool({
    ...deps,
    async saved() {
      await Promise.all(Object.values(handlers).map((handler) => handler.saved()));
    },
  });
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

  return {
    add(session, message) {
      const kind = kindOf(message.subtopic);
      return kind && batches[kind].add(reportOf(session, message));
    },
    async start() {
      await spool.replay(restore);
      deps.restored();
    },
    stop: () => spool.stop(),
  };
}
