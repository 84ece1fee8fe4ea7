import type { AutomationRun } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconArrowRight, IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { Icon } from '../../../ui/graphics/icon.tsx';
import './run-outcome.css';

const displays = {
  sent: { icon: IconArrowRight, text: () => t`sent` },
  done: { icon: IconCheck, text: () => t`done` },
  failed: { icon: IconX, text: () => t`failed` },
  skipped: { icon: IconMinus, text: () => t`skipped` },
} satisfies Record<AutomationRun['outcome'], unknown>;

/** What came of a run, as an icon and a word. */
export function RunOutcome({ outcome }: Pick<AutomationRun, 'outcome'>) {
  const { icon, text } = displays[outcome];
  return (
    <span className={`run-outcome run-outcome-${outcome}`}>
      <Icon of={icon} size={14} />
      {text()}
    </span>
  );
}
