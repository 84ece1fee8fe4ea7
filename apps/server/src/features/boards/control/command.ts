import type { Actor, Command } from '@cyno/contract';
import type { RequestAccount } from '../../../platform/http/index.ts';

/** Who requested a command. Names are for people and may be shared by several; `id` is that of the account, guest pass or public link. */
export interface Requester extends Actor {
  readonly id?: number;
  /** What led to the command, as `scene 12`: by it a part of the server finds its commands again after a restart. */
  readonly origin?: string;
}

/** A command under way. */
export interface OpenCommand extends Command {
  readonly deviceId: number;
  readonly expiresAt: number;
  readonly actor: Requester;
  /** Not sent again after the connection broke: done twice it would have another effect, or anyone who requested it may not any more. */
  once: boolean;
  /** The second half of what was switched for a time, or may have been: it never expires and is sent until the board reports it. */
  owed: boolean;
}

/** What a board reported of an output or an event. */
export interface ReportedAction {
  readonly kind: 'output' | 'event';
  readonly target: string;
  readonly value: string;
}

/** When a report came, ms since the epoch. `isOld`: before the server started, so that something newer may be known. */
export interface ReportTime {
  readonly at: number;
  readonly isOld?: boolean;
}

/** Whether two are about the same output or event. */
export const isSameTarget = (one: OpenCommand, { kind, target }: Pick<OpenCommand, 'kind' | 'target'>): boolean =>
  one.kind === kind && one.target === target;

/**
 * Whether a report is the response to a command. Boards repeat their reports and send them late: that an output is on is no response to
 * what switches it off. A sketch may correct the value of an event.
 */
export const isConfirmedBy = (one: OpenCommand, action: ReportedAction): boolean =>
  isSameTarget(one, action) && (one.kind === 'event' || one.value === action.value);

/** What a browser sees of it. */
export function toCommand({ deviceId: _, expiresAt: __, once: ___, owed: ____, actor, ...rest }: OpenCommand): Command {
  return { ...rest, actor: toActor(actor) };
}

/** What people see of a requester. */
export const toActor = ({ kind, name, scene, run }: Requester): Actor => ({
  kind,
  name,
  ...(scene !== undefined && { scene }),
  ...(run !== undefined && { run }),
});

/** Who sent an HTTP request: a person, or their program with an access token. */
export const requesterOf = ({ id, email, tokenScope }: RequestAccount): Requester => ({
  kind: tokenScope === null ? 'person' : 'token',
  name: email,
  id,
});
