import type { DryRunStep } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatDateTime } from '../../../../lib/format/format.ts';
import { reportText } from '../../../../lib/language/report-text.ts';
import { type Names, plainSentence, stepParts } from '../../definitions/index.ts';

type FollowingStepsProps = {
  steps: readonly DryRunStep[];
  /** The device that the automation operates. */
  espid: string;
  names: Names;
  timeZone: string;
};

/** What would have followed on a start, one by one: when, what, and what was left out and why. */
export function FollowingSteps({ steps, espid, names, timeZone }: FollowingStepsProps) {
  if (steps.length === 0) return null;
  const texts = steps.map(({ at, step, left, leftReport }) => {
    const text = plainSentence(stepParts(step, { espid, here: espid, names }));
    const time = formatDateTime(at, { seconds: true, timeZone });
    return left === null
      ? t`${time}: ${text}`
      : t`${time}: ${text}. ${{ reason: reportText(left, leftReport) }} The rest is skipped.`;
  });
  return (
    <ol className="dry-run-steps">
      {[...new Set(texts)].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ol>
  );
}
