import type { ControlState, GuestPass, NewPass, PublicPass } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatDateTime } from '../../../lib/format/format.ts';
import { describeValue } from '../../boards/control/index.ts';

type Target = NonNullable<NonNullable<PublicPass['pass']>['target']>;

/** What a pass operates and how it stands: `Gate (D1): Off`. */
export function passTargetText({ name, pin, mode, reported }: Target): string {
  const label = pin === null || pin === name ? name : `${name} (${pin})`;
  return reported === null ? t`${label}: state not known` : t`${label}: ${{ state: describeValue(mode, reported) }}`;
}

/** The same out of the Control tab of a device; undefined: it is not set up any more. */
export function passTargetOf(target: NewPass['target'], { outputs, events }: ControlState): Target | undefined {
  if (target.kind === 'output') {
    const output = outputs.find(({ pin }) => pin === target.pin);
    if (!output) return undefined;
    const { pin, mode, name, reported } = output;
    return { name: name ?? pin, pin, mode, reported: reported === null ? null : String(reported) };
  }
  const event = events.find(({ name }) => name === target.name);
  return event && { name: event.label ?? event.name, pin: null, mode: null, reported: event.reported };
}

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
