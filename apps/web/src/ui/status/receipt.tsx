import { IconArrowRight, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { Icon } from '../graphics/icon.tsx';
import './receipt.css';

const icons = { ok: IconCheck, run: IconArrowRight, wait: IconClock, bad: IconX };

type ReceiptProps = {
  tone: keyof typeof icons;
  text: string;
  /** Why, as a sentence, which is visible where it came to nothing; null: there is no reason. */
  reason: string | null;
};

/** What became of a command, next to its control; the place is always the same. */
export function Receipt({ tone, text, reason }: ReceiptProps) {
  return (
    <span className={`receipt receipt-${tone}`} title={reason ?? undefined}>
      <Icon of={icons[tone]} size={14} />
      <span>
        {text}
        {tone === 'bad' && reason !== null && <span className="receipt-reason">{reason}</span>}
      </span>
    </span>
  );
}
