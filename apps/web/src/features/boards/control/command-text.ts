import type { Command, OutputMode } from '@cyno/contract';
import { commandReasonIn } from '@cyno/contract/command-reasons';
import { t } from '@lingui/core/macro';
import { formatDuration } from '../../../lib/format/format.ts';
import { currentLanguage } from '../../../lib/language/language.ts';

/** What became of a command: `ok` done, `run` under way, `wait` not yet, `bad` it came to nothing. */
export type CommandStatus = { tone: 'ok' | 'run' | 'wait' | 'bad'; text: string };

/** What became of a command, for the states that mean the same in a list, a receipt and a scene. */
export function stateStatus(state: Exclude<Command['state'], 'queued' | 'acknowledged'>): CommandStatus {
  switch (state) {
    case 'sent':
      return { tone: 'run', text: t`sent, waiting for the board` };
    case 'unconfirmed':
      return { tone: 'wait', text: t`sent, this firmware cannot confirm` };
    case 'failed':
      return { tone: 'bad', text: t`failed` };
    case 'expired':
      return { tone: 'bad', text: t`expired` };
    case 'superseded':
      return { tone: 'wait', text: t`replaced by a newer one` };
  }
}

/** What became of a command, briefly. */
export function commandStatus(command: Command, online: boolean): CommandStatus {
  switch (command.state) {
    case 'queued':
      return online ? { tone: 'run', text: t`sending` } : { tone: 'wait', text: t`waiting, board offline` };
    case 'acknowledged':
      return { tone: 'ok', text: responseTime(command) };
    default:
      return stateStatus(command.state);
  }
}

/** Why a command or an action came to nothing, in the language of the page; null: nothing is known. */
export const commandReasonText = ({ reason }: { reason: string | null }): string | null =>
  reason === null ? null : commandReasonIn(reason, currentLanguage());

/** How long the board took to respond, ms, or how long the command waited for it first. */
function responseTime({ createdAt, notBefore, sentAt, answeredAt }: Command): string {
  if (sentAt === null || answeredAt === null) return t`done`;
  const waitedMs = sentAt - (notBefore ?? createdAt);
  return waitedMs > 5_000
    ? t`done after ${{ duration: formatDuration(waitedMs) }}`
    : t`done, ${{ ms: answeredAt - sentAt }} ms`;
}

/** A level from 0 to 255 in percent. */
export const formatLevel = (value: number): string => `${Math.round((value / 255) * 100)} %`;

/** A command as text, for receipts: `Exhaust fan on`, `Grow light to 65 %`. */
export function describeCommand(name: string, mode: OutputMode | null, value: string): string {
  if (mode === null) return `${name} = ${value}`;
  if (mode === 'digit') return value === '0' ? t`${name} off` : t`${name} on`;
  return t`${name} to ${{ level: formatLevel(Number(value)) }}`;
}
