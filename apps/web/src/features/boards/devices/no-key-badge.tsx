import { t } from '@lingui/core/macro';
import type { SeenDevice } from './device-rights.ts';
import { KeyGuideLink } from './key-guide-link.tsx';

/** An own board that signs in with the e-mail alone: anyone who knows the address can pretend to be it. */
export const lacksKey = ({ verified, virtual, pending, owner }: SeenDevice): boolean =>
  !verified && !virtual && !pending && owner === undefined;

/** Marks a board without key; leads to how it gets one. */
export function NoKeyBadge({ className = '' }: { className?: string }) {
  return (
    <KeyGuideLink className={`badge badge-tag badge-neutral ${className}`} label={t`No key, how to add it`}>
      {t`No key`}
    </KeyGuideLink>
  );
}
