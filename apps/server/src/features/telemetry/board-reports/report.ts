import { deserialize, serialize } from 'node:v8';
import { parseEventAction, parseOutputAction } from '@cyno/device-protocol';
import type { BoardMessage, BoardSession } from '../../../platform/broker/index.ts';

/** What stores the reports of boards: outputs and events, what they report of themselves, how updates went. */
export type ReportKind = 'control' | 'facts' | 'firmware';

const kinds: Readonly<Record<string, ReportKind>> = {
  // Firmware 1.0.2 and 1.0.3 reports on the topics of the commands.
  io: 'control',
  event: 'control',
  ioact: 'control',
  eventact: 'control',
  info: 'facts',
  'template/name': 'facts',
  'ota/status': 'firmware',
};

/** What stores the reports of a subtopic; undefined: it is no report. */
export const kindOf = (subtopic: string): ReportKind | undefined => kinds[subtopic];

/** A report as it came; all that is needed to take it in again. */
export interface Report {
  readonly session: Pick<BoardSession, 'accountId' | 'espid' | 'deviceId' | 'remoteAddress' | 'connectedAt'>;
  readonly subtopic: string;
  readonly payload: Buffer;
  readonly receivedAt: number;
}

/** A copy: the payload of a message points into what the socket read. */
export function reportOf(session: BoardSession, { subtopic, payload, receivedAt }: BoardMessage): Report {
  return { session, subtopic, payload: Buffer.from(payload), receivedAt };
}

/** Reports are about what is now: of those with the same key the newest counts. */
export function keyOf({ session, subtopic, payload }: Report): string {
  const text = payload.toString('utf8');
  const about = subtopic.startsWith('io') ? parseOutputAction(text)?.pin : parseEventAction(text)?.name;
  return `${session.deviceId} ${kindOf(subtopic) === 'control' ? subtopic.slice(0, 2) : subtopic} ${about ?? ''}`;
}

type Row = [
  accountId: number,
  espid: string,
  deviceId: number | null,
  address: string,
  connectedAt: number,
  subtopic: string,
  payload: Uint8Array,
  receivedAt: number,
];

/** Reports as one record of the spool. */
export function encodeReports(reports: readonly Report[]): Buffer {
  return serialize(
    reports.map(({ session, subtopic, payload, receivedAt }): Row => {
      const { accountId, espid, deviceId, remoteAddress, connectedAt } = session;
      return [accountId, espid, deviceId, remoteAddress, connectedAt, subtopic, new Uint8Array(payload), receivedAt];
    }),
  );
}

/** A record of a spool that is damaged, or of a newer version. */
export class UnreadableRecord extends Error {}

/** The reports of a record of the spool. Throws an UnreadableRecord. */
export function decodeReports(record: Buffer): Report[] {
  try {
    return (deserialize(record) as Row[]).map(
      ([accountId, espid, deviceId, remoteAddress, connectedAt, subtopic, payload, receivedAt]) => ({
        session: { accountId, espid, deviceId, remoteAddress, connectedAt },
        subtopic,
        payload: Buffer.from(payload),
        receivedAt,
      }),
    );
  } catch (cause) {
    throw new UnreadableRecord('The reports of a record cannot be understood', { cause });
  }
}
