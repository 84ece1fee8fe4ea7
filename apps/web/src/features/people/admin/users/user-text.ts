import type { AccountState, AdminUser, PlanId } from '@cyno/contract';

/** What people read instead of the codes of the API. */
export const stateLabels: Record<AccountState, string> = {
  active: 'Active',
  unconfirmed: 'Not confirmed',
  disabled: 'Disabled',
  closing: 'Closing',
};

export const stateTones = {
  active: 'success',
  unconfirmed: 'warning',
  disabled: 'danger',
  closing: 'neutral',
} as const satisfies Record<AccountState, string>;

export const planLabels: Record<PlanId, string> = {
  free: 'Free',
  maker: 'Maker',
  pro: 'Pro',
  self_hosted: 'Self-hosted',
};

/** "3, 2 online"; a plain 0 for nobody's devices. */
export function deviceText({ devices, onlineDevices }: AdminUser): string {
  return onlineDevices === 0 ? `${devices}` : `${devices}, ${onlineDevices} online`;
}

export const sharesSomething = ({ sharing: { shares, links, passes } }: AdminUser): boolean =>
  shares + links + passes > 0;

/** "2 shares, 1 public link and 3 guest passes". */
export function sharingText({ sharing: { shares, links, passes } }: AdminUser): string {
  const parts = [
    shares > 0 && (shares === 1 ? '1 share' : `${shares} shares`),
    links > 0 && (links === 1 ? '1 public link' : `${links} public links`),
    passes > 0 && (passes === 1 ? '1 guest pass' : `${passes} guest passes`),
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'Nothing' : new Intl.ListFormat('en').format(parts);
}

/** How many people fit; what the list is as long as that is not known. */
export function peopleText(count: number | null | undefined): string {
  if (count === null || count === undefined) return 'Everybody who has an account';
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`;
}
