import type { Automation, WaitingStep } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { IconClock } from '@tabler/icons-react';
import { formatDateTime } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { type Names, plainSentence, stepParts, useCancelWaiting } from '../definitions/index.ts';
import './waiting-steps.css';

const maxVisible = 3;

type WaitingStepsProps = {
  automation: Automation;
  /** The device whose page it stands on. */
  here: string;
  names: Names;
  timeZone: string;
  /** False for who only looks at it. */
  canCancel: boolean;
};

/** What an automation has begun and still has to do, and when: `Waits until 14:05, then turn D1 off.` */
export function WaitingSteps({ automation, here, names, timeZone, canCancel }: WaitingStepsProps) {
  const { id, espid, waiting } = automation;
  const cancel = useCancelWaiting(espid);
  if (waiting.length === 0) return null;
  const textOf = ({ at, step }: WaitingStep) => {
    const time = formatDateTime(at, { seconds: true, timeZone });
    if (step === null) return t`Waits until ${time}, then starts again.`;
    return t`Waits until ${time}, then: ${{ step: plainSentence(stepParts(step, { espid, here, names })) }}`;
  };
  const texts = [...new Set(waiting.map(textOf))];
  const more = texts.length - maxVisible;
  return (
    <div className="waiting-steps">
      <Icon of={IconClock} size={14} />
      <ul aria-label={t`Waiting steps`}>
        {texts.slice(0, maxVisible).map((text) => (
          <li key={text}>{text}</li>
        ))}
        {more > 0 && <li>{plural(more, { other: '# more' })}</li>}
      </ul>
      {canCancel && (
        <Button size="small" variant="ghost" busy={cancel.isPending} onClick={() => cancel.mutate(id)}>
          {t`Cancel`}
        </Button>
      )}
    </div>
  );
}
