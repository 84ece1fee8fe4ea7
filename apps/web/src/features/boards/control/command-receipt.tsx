import type { Command } from '@cyno/contract';
import { Receipt } from '../../../ui/status/receipt.tsx';
import { isAutomation } from './actor-phrase.ts';
import { commandReasonText, commandStatus } from './command-text.ts';

/** What became of a command; nothing when there was none. */
export function CommandReceipt({ command, online }: { command: Command | undefined; online: boolean }) {
  return command ? <Receipt {...commandStatus(command, online)} reason={commandReasonText(command)} /> : null;
}

type LatestReceiptProps = {
  command: Command | undefined;
  online: boolean;
  /** Whether the control may be operated here. */
  isOperable: boolean;
  className: string;
};

/**
 * The place beside a control for what became of its newest command. Screen readers announce it to who may operate it; what rules and timers
 * do is left out, as it would never end.
 */
export function LatestReceipt({ command, online, isOperable, className }: LatestReceiptProps) {
  const isAnnounced = isOperable && !(command && isAutomation(command.actor));
  return (
    <span className={className} role="status" aria-live={isAnnounced ? 'polite' : 'off'}>
      <CommandReceipt command={command} online={online} />
    </span>
  );
}
