import type { AccountState, AdminUser, PlanId } from '@cyno/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { formatList } from '../../../../lib/format/format-list.ts';
import { i18n } from '../../../../lib/language/i18n.ts';

const states: Record<AccountState, MessageDescriptor> = {
  active: msg`Active`,
  unconfirmed: msg`Not confirmed`,
  disabled: msg`Disabled`,
  closing: msg`Closing`,
};

export const accountStates = Object.keys(states) as AccountState[];

/** What people read instead of the codes of the API. */
export const stateLabel = (state: AccountState): string => i18n._(states[state]);

export const stateTones = {
  active: 'success',
  unconfirmed: 'warning',
  disabled: 'danger',
  closing: 'neutral',
} as const satisfies Record<AccountState, string>;

/** The names of plans are the same in every language. */
const plans: Partial<Record<PlanId, string>> = { free: 'Free', maker: 'Maker', pro: 'Pro' };

export const planLabel = (plan: PlanId): string => plans[plan] ?? t`Self-hosted`;

/** "3, 2 online"; a plain 0 for nobody's devices. */
export function deviceText({ devices, onlineDevices }: AdminUser): string {
  return onlineDevices === 0 ? `${devices}` : t`${devices}, ${onlineDevices} online`;
}

export const sharesSomething = ({ sharing: { shares, links, passes } }: AdminUser): boolean =>
  shares + links + passes > 0;

/** "2 shares, 1 public link and 3 guest passes". */
export function sharingText({ sharing: { shares, links, passes } }: AdminUser): string {
  const parts = [
    shares > 0 && plural(shares, { one: '# share', other: '# shares' }),
    links > 0 && plural(links, { one: '# public link', other: '# public links' }),
    passes > 0 && plural(passes, { one: '# guest pass', other: '# guest passes' }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? t`Nothing` : formatList(parts);
}

/** How many people fit; what the list is as long as that is not known. */
export function peopleText(count: number | null | undefined): string {
  if (count === null || count === undefined) return t`Everyone with an account`;
  return plural(count, { one: '# person', other: '# people' });
}
