import { useQuery } from '@tanstack/react-query';
import { ProofDialog, profileQuery } from '../../features/people/accounts/index.ts';
import { PasskeyProof, passkeyObstacle, twoFactorQuery } from '../../features/people/two-factor/index.ts';

/** Requests a proof in every way that the account has. */
export function ProofQuestion({ onDone }: { onDone: (proved: boolean) => void }) {
  const profile = useQuery(profileQuery);
  const twoFactor = useQuery(twoFactorQuery);
  // Before both are known it might claim that there is no way at all.
  if (profile.isPending || twoFactor.isPending) return null;
  const hasPasskey = (twoFactor.data?.passkeys.length ?? 0) > 0 && !passkeyObstacle();
  return (
    <ProofDialog
      hasPassword={profile.data?.hasPassword ?? true}
      otherWay={hasPasskey ? <PasskeyProof onProved={() => onDone(true)} /> : undefined}
      onDone={onDone}
    />
  );
}
