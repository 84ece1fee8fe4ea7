import { t } from '@lingui/core/macro';
import { Suspense } from 'react';
import { lazy } from '../../../lib/language/lazy.ts';
import { useClaims } from './claims-query.ts';

// Hardly anybody ever has one.
const ClaimNotice = lazy(async () => ({ default: (await import('./claim-notice.tsx')).ClaimNotice }));

type ClaimNoticesProps = {
  /** Of this device only, where its name need not be shown. */
  espid?: string;
};

/** Boards of this account that somebody else claims to hold, each to accept or object; nothing when there is none. */
export function ClaimNotices({ espid }: ClaimNoticesProps) {
  const { data } = useClaims();
  const claims = data?.received.filter((claim) => espid === undefined || claim.espid === espid) ?? [];
  if (claims.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ul className="claim-notices" aria-label={t`Claims to your boards`}>
        {claims.map((claim) => (
          <ClaimNotice key={claim.id} claim={claim} named={espid === undefined} />
        ))}
      </ul>
    </Suspense>
  );
}
