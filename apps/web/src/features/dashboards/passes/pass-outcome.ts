import { t } from '@lingui/core/macro';
import { offerLabel } from './offer-label.ts';
import type { PassOutcome } from './use-pass.ts';

/** What a guest reads of the last press. */
export function passOutcomeText(outcome: PassOutcome): { tone: 'none' | 'run' | 'good' | 'bad'; text: string } {
  if (outcome === null) return { tone: 'none', text: '' };
  if ('problem' in outcome) return { tone: 'bad', text: outcome.problem };
  const { state, answerMs: responseMs } = outcome.use;
  const label = offerLabel(outcome.use.label);
  switch (state) {
    case 'queued':
      return { tone: 'run', text: t`${label}: sending…` };
    case 'sent':
      return { tone: 'run', text: t`${label}: waiting for the board…` };
    case 'acknowledged':
      return { tone: 'good', text: responseMs === null ? t`${label}: done` : t`${label}: done in ${responseMs} ms` };
    case 'unconfirmed':
      return { tone: 'good', text: t`${label}: sent. This board cannot confirm it.` };
    case 'superseded':
      return { tone: 'bad', text: t`${label}: someone else has switched it since` };
    case 'failed':
    case 'expired':
      return {
        tone: 'bad',
        text: t`${label}: the board did not answer. Check whether it worked before you try again.`,
      };
  }
}
