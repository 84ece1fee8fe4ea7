import type { AutomationRun } from '@cyno/contract';
import { IconArrowRight, IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { Icon } from '../../../ui/graphics/icon.tsx';
import './run-outcome.css';

const displays = {
  sent: { icon: IconArrowRight, word: 'sent' },
  done: { icon: IconCheck, word: 'done' },
  failed: { icon: IconX, word: 'failed' },
  skipped: { icon: IconMinus, word: 'skipped' },
} satisfies Record<AutomationRun['outcome'], unknown>;

/** What came of a run, as an icon and a word. */
export function RunOutcome({ outcome }: Pick<AutomationRun, 'outcome'>) {
  const { icon, word } = displays[outcome];
  return (
    <span className={`run-outcome run-outcome-${outcome}`}>
      <Icon of={icon} size={14} />
      {word}
    </span>
  );
}
