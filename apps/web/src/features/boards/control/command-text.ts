import type { Command, OutputMode } from '@cyno/contract';
import { formatDuration } from '../../../lib/format/format.ts';

/** What became of a command: `ok` done, `run` under way, `wait` not yet, `bad` it came to nothing. */
export type CommandStatus = { tone: 'ok' | 'run' | 'wait' | 'bad'; text: string };

/** What became of a command, briefly. */
export function commandStatus(command: Command, online: boolean): CommandStatus {
  switch (command.state) {
    case 'queued':
      return online ? { tone: 'run', text: 'sending' } : { tone: 'wait', text: 'waiting, board offline' };
    case 'sent':
      return { tone: 'run', text: 'sent, waiting for the board' };
    case 'acknowledged':
      return { tone: 'ok', text: responseTime(command) };
    case 'unconfirmed':
      return { tone: 'wait', text: 'sent, this firmware cannot confirm' };
    case 'failed':
      return { tone: 'bad', text: 'no answer' };
    case 'expired':
      return { tone: 'bad', text: 'expired, board offline' };
    case 'superseded':
      return { tone: 'wait', text: 'replaced by a newer one' };
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
