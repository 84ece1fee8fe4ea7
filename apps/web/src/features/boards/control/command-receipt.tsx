import type { Command } from '@cyno/contract';
import { Receipt } from '../../../ui/status/receipt.tsx';
import { commandReasonText, commandStatus } from './command-text.ts';

/** What became of a command; nothing when there was none. */
export function CommandReceipt({ command, online }: { command: Command | undefined; online: boolean }) {
  return command ? <Receipt {...commandStatus(command, online)} reason={commandReasonText(command)} /> : null;
}
