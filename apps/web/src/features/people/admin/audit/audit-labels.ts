import type { AuditAction, AuditEntry } from '@cyno/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { formatDate } from '../../../../lib/format/format.ts';
import { i18n } from '../../../../lib/language/i18n.ts';

const actions: Record<AuditAction, MessageDescriptor> = {
  'account.disabled': msg`Disabled the account`,
  'account.enabled': msg`Enabled the account`,
  'account.confirmed': msg`Confirmed the address manually`,
  'bundle.downloaded': msg`Downloaded a support bundle`,
  'backup.begun': msg`Began a backup`,
  'backup.downloaded': msg`Downloaded a backup`,
  'claim.granted': msg`Gave a claimed board`,
  'claim.objected': msg`Objected to a claim`,
  'claim.opened': msg`Claimed a board`,
  'claim.refused': msg`Refused a claim`,
  'confirmation.sent': msg`Sent the confirmation again`,
  'future.removed': msg`Removed messages from the future`,
  'invitation.created': msg`Created an invitation`,
  'invitation.removed': msg`Cancelled an invitation`,
  'job.started': msg`Started a background job`,
  'log.downloaded': msg`Downloaded a log`,
  'member.granted': msg`Made administrator`,
  'member.revoked': msg`Removed the rights`,
  'plan.assigned': msg`Changed the plan`,
  'reset.sent': msg`Sent a password link`,
  'reset.shown': msg`Created a password link`,
  'server.drained': msg`Drained a server`,
  'server.handed_over': msg`Let another server take over`,
  'server.undrained': msg`Let a server take clients again`,
  'sessions.ended': msg`Logged out everywhere`,
  'sharing.ended': msg`Ended all sharing`,
  'two_step.off': msg`Turned off two-factor authentication`,
};

export const auditActions = Object.keys(actions) as AuditAction[];

/** What happened, very briefly; an action that this page does not know yet has its own name. */
export const actionLabel = (action: AuditAction): string => (action in actions ? i18n._(actions[action]) : action);

const detailLabels: Record<string, MessageDescriptor> = {
  before: msg`Plan before`,
  board: msg`Board`,
  days: msg`Valid for days`,
  file: msg`File`,
  job: msg`Background job`,
  holder: msg`Previous holder`,
  laterThan: msg`Later than`,
  links: msg`Public links ended`,
  passes: msg`Guest passes ended`,
  plan: msg`Plan`,
  reason: msg`Reason`,
  rows: msg`Messages`,
  server: msg`Server`,
  sessions: msg`Browsers logged out`,
  shares: msg`Shares ended`,
  until: msg`Until`,
};

/** The details of an entry as pairs of a label and a text. */
export const detailsOf = ({ details }: AuditEntry): [string, string][] =>
  Object.entries(details).map(([key, value]) => [detailLabel(key), formatDetail(value)]);

function detailLabel(key: string): string {
  const label = detailLabels[key];
  return label ? i18n._(label) : key;
}

function formatDetail(value: string | number | boolean | null): string {
  if (value === null) return t`none`;
  if (typeof value === 'boolean') return value ? t`yes` : t`no`;
  const isInstant = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
  return isInstant ? formatDate(Date.parse(value)) : `${value}`;
}
