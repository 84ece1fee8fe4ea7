import type { AccountState, AdminUser, PlanId } from '@cyno/contract';

/** What people read instead of the codes of the API. */
export const stateWords: Record<AccountState, string> = {
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

export const planWords: Record<PlanId, string> = {
  free: 'Free',
  maker: 'Maker',
  pro: 'Pro',
  self_hosted: 'Self-hosted',
};

/** "3, 2 online"; a plain 0 for nobody's devices. */
export function deviceWords({ devices, onlineDevices }: AdminUser): string {
  return onlineDevices === 0 ? `${devices}` : `${devices}, ${onlineDevices} online`;
}

/** How many people fit; what the list is as long as that is not known. */
export function peopleWords(count: number | null | undefined): string {
  if (count === null || count === undefined) return 'Everybody who has an account';
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`;
}
