import type { Command } from '@cyno/contract';
import { IconArrowRight, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { formatDuration } from '../../lib/format.ts';
import { Icon } from '../../ui/icon.tsx';
import './receipt.css';

type Look = { tone: 'ok' | 'run' | 'wait' | 'bad'; words: string };

const icons = { ok: IconCheck, run: IconArrowRight, wait: IconClock, bad: IconX };

/** How long the board took to answer, ms, or how long the command waited for it first. */
function answerTime({ createdAt, notBefore, sentAt, answeredAt }: Command): string {
  if (sentAt === null || answeredAt === null) return 'done';
  const waitedMs = sentAt - (notBefore ?? createdAt);
  return waitedMs > 5_000 ? `done after ${formatDuration(waitedMs)}` : `done, ${answeredAt - sentAt} ms`;
}

function lookOf(command: Command, online: boolean): Look {
  switch (command.state) {
    case 'queued':
      return online ? { tone: 'run', words: 'sending' } : { tone: 'wait', words: 'waiting, board offline' };
    case 'sent':
      return { tone: 'run', words: 'sent, waiting for the board' };
    case 'acknowledged':
      return { tone: 'ok', words: answerTime(command) };
    case 'failed':
      return { tone: 'bad', words: 'no answer' };
    case 'expired':
      return { tone: 'bad', words: 'expired, board offline' };
    case 'superseded':
      return { tone: 'wait', words: 'replaced by a newer one' };
  }
}

/** What became of a command, in few words; the place next to its control is always the same. */
export function Receipt({ command, online }: { command: Command | undefined; online: boolean }) {
  if (!command) return null;
  const { tone, words } = lookOf(command, online);
  return (
    <span className={`receipt receipt-${tone}`} title={command.reason ?? undefined}>
      <Icon of={icons[tone]} size={14} />
      {words}
    </span>
  );
}
