import type { AuditAction, AuditEntry } from '@cyno/contract';
import { formatDate } from '../../../../lib/format/format.ts';

/** What happened, very briefly; whom it was about follows in its own place. */
export const actionLabels: Record<AuditAction, string> = {
  'account.disabled': 'Disabled the account',
  'account.enabled': 'Enabled the account',
  'account.confirmed': 'Confirmed the address by hand',
  'claim.granted': 'Gave a claimed board to',
  'claim.objected': 'Objected to the claim of',
  'claim.opened': 'Claimed a board of',
  'claim.refused': 'Refused the claim of',
  'confirmation.sent': 'Sent the confirmation again',
  'future.removed': 'Removed messages of the future',
  'invitation.created': 'Made an invitation',
  'invitation.removed': 'Took an invitation back',
  'log.downloaded': 'Downloaded a log',
  'member.granted': 'Made administrator',
  'member.revoked': 'Took the rights away',
  'plan.assigned': 'Changed the plan',
  'reset.sent': 'Sent a password link',
  'reset.shown': 'Created a password link',
  'sessions.ended': 'Logged out everywhere',
  'sharing.ended': 'Ended all sharing',
  'two_step.off': 'Turned off two-step log-in',
};

const detailLabels: Record<string, string> = {
  before: 'Plan before',
  board: 'Board',
  days: 'Valid for days',
  file: 'File',
  holder: 'Holder until then',
  laterThan: 'Later than',
  links: 'Public links ended',
  passes: 'Guest passes ended',
  plan: 'Plan',
  reason: 'Reason',
  rows: 'Messages',
  sessions: 'Browsers logged out',
  shares: 'Shares ended',
  until: 'Until',
};

/** The details of an entry as pairs of a label and a text. */
export const detailsOf = ({ details }: AuditEntry): [string, string][] =>
  Object.entries(details).map(([key, value]) => [detailLabels[key] ?? key, formatDetail(value)]);

function formatDetail(value: string | number | boolean | null): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const isInstant = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
  return isInstant ? formatDate(Date.parse(value)) : `${value}`;
}
