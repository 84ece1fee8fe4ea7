import type { RunReference } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { reportText } from '../../../lib/language/report-text.ts';
import { runQuery } from './control-calls.ts';

/** Why an automation did it: the conditions with the values that they had, its alerts, and which step it was. */
export function RunReason({ espid, run }: { espid: string; run: RunReference }) {
  const { data } = useQuery(runQuery(espid, run));
  if (!data) return null;
  const why = reportText(data.why, data.whyReport);
  return <span className="change-reason">{withStep(why, run)}</span>;
}

/** People count the first action as a step, too. */
function withStep(why: string, { phase, step }: RunReference): string {
  if (step === 0) return why;
  return phase === 'back'
    ? t`${why} This was step ${step} of what is done when that no longer holds.`
    : t`${why} This was step ${{ number: step + 1 }}.`;
}
