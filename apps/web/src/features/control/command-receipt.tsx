import type { Command } from '@cyno/contract';
import { commandLook } from '../../lib/command-words.ts';
import { Receipt } from '../../ui/receipt.tsx';

/** What became of a command; nothing when there was none. */
export function CommandReceipt({ command, online }: { command: Command | undefined; online: boolean }) {
  return command ? <Receipt {...commandLook(command, online)} reason={command.reason} /> : null;
}
