import type { Command, OutputMode } from '@cyno/contract';
import { formatDuration } from '../../../lib/format/format.ts';

/** What became of a command: `ok` done, `run` under way, `wait` not yet, `bad` it came to nothing. */
export type CommandStatus = { tone: 'ok' | 'run' | 'wait' | 'bad'; text: string };

/** What became of a command, for the states that mean the same in a list, a receipt and a scene. */
export const stateStatuses: Record<Exclude<Command['state'], 'queued' | 'acknowledged'>, CommandStatus> = {
  sent: { tone: 'run', text: 'sent, waiting for the board' },
  unconfirmed: { tone: 'wait', text: 'sent, this firmware cannot confirm' },
  failed: { tone: 'bad', text: 'no answer' },
  expired: { tone: 'bad', text: 'expired, board offline' },
  superseded: { tone: 'wait', text: 'replaced by a newer one' },
};

/** What became of a command, briefly. */
export function commandStatus(command: Command, online: boolean): CommandStatus {
  switch (command.state) {
    case 'queued':
      return online ? { tone: 'run', text: 'sending' } : { tone: 'wait', text: 'waiting, board offline' };
    case 'acknowledged':
      return { tone: 'ok', text: responseTime(command) };
    default:
      return stateStatuses[command.state];
  }
}

/** How long the board took to respond, ms, or how long the command waited for it first. */
function responseTime({ createdAt, notBefore, sentAt, answeredAt }: Command): string {
  if (sentAt === null || answeredAt === null) return 'done';
  const waitedMs = sentAt - (notBefore ?? createdAt);
  return waitedMs > 5_000 ? `done after ${formatDuration(waitedMs)}` : `done, ${answeredAt - sentAt} ms`;
}

/** A level from 0 to 255 in percent. */
export const formatLevel = (value: number): string => `${Math.round((value / 255) * 100)} %`;

/** A command as text, for receipts: `Exhaust fan on`, `Grow light to 65 %`. */
export function describeCommand(name: string, mode: OutputMode | null, value: string): string {
  if (mode === null) return `${name} = ${value}`;
  if (mode === 'digit') return `${name} ${value === '0' ? 'off' : 'on'}`;
  return `${name} to ${formatLevel(Number(value))}`;
}
