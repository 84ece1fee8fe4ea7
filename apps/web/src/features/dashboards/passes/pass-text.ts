import type { GuestPass } from '@cyno/contract';
import { formatDateTime } from '../../../lib/format/format.ts';
import type { PassOutcome } from './use-pass.ts';

/** What a guest reads of the last press. */
export function passOutcomeText(outcome: PassOutcome): { tone: 'none' | 'run' | 'good' | 'bad'; text: string } {
  if (outcome === null) return { tone: 'none', text: '' };
  if ('problem' in outcome) return { tone: 'bad', text: outcome.problem };
  const { label, state, answerMs: responseMs } = outcome.use;
  switch (state) {
    case 'queued':
      return { tone: 'run', text: `${label}: sending` };
    case 'sent':
      return { tone: 'run', text: `${label}: sent, waiting for the board` };
    case 'acknowledged':
      return { tone: 'good', text: `${label}: done${responseMs === null ? '' : `, ${responseMs} ms`}` };
    case 'unconfirmed':
      return { tone: 'good', text: `${label}: sent, this firmware cannot confirm` };
    case 'superseded':
      return { tone: 'bad', text: `${label}: somebody else switched it meanwhile` };
    case 'failed':
    case 'expired':
      return {
        tone: 'bad',
        text: `${label}: the board did not answer. Look whether it happened before you try again.`,
      };
  }
}

/** How a pass stands, for its owner. */
export const passStateLabels: Record<GuestPass['state'], string> = {
  ready: 'Good',
  not_yet: 'Not yet',
  used_up: 'Used up',
  ended: 'Ended',
  revoked: 'Revoked',
};

/** When a pass is good, in a sentence. */
export function passTimeText({ from, until }: Pick<GuestPass, 'from' | 'until'>): string {
  return from === null ? `until ${formatDateTime(until)}` : `${formatDateTime(from)} to ${formatDateTime(until)}`;
}
