import type { GuestPass } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatDateTime } from '../../../lib/format/format.ts';

/** How a pass stands, for its owner. */
export function passStateLabel(state: GuestPass['state']): string {
  switch (state) {
    case 'ready':
      return t`Valid`;
    case 'not_yet':
      return t`Not valid yet`;
    case 'used_up':
      return t`Used up`;
    case 'ended':
      return t`Expired`;
    case 'revoked':
      return t`Revoked`;
  }
}

/** When a pass is valid: `until 11/30/26 14:00`. */
export function passTimeText({ from, until }: Pick<GuestPass, 'from' | 'until'>): string {
  const end = formatDateTime(until);
  return from === null ? t`Until ${end}` : t`${{ start: formatDateTime(from) }} to ${end}`;
}
