import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { profileQuery, SessionEndedDialog } from '../../features/people/accounts/index.ts';
import {
  type PendingChallenge,
  pendingChallenge,
  rememberChallenge,
  TwoFactorForm,
} from '../../features/people/two-factor/index.ts';

/** Logs the owner of the page in again, with a two-factor step where the account has one. */
export function SessionEndedQuestion({ email }: { email: string }) {
  const { data: profile } = useQuery(profileQuery);
  const [challenge, setChallenge] = useState<PendingChallenge>();
  const [note, setNote] = useState<string>();
  const beginAgain = (why: string) => {
    setNote(t`${why} Log in again.`);
    setChallenge(undefined);
  };
  return (
    <SessionEndedDialog
      email={email}
      hasPassword={profile?.hasPassword ?? true}
      note={note}
      twoFactor={challenge && <TwoFactorForm challenge={challenge} onOver={beginAgain} />}
      onTwoFactor={(twoFactorChallenge) => {
        rememberChallenge(twoFactorChallenge);
        setChallenge(pendingChallenge());
      }}
    />
  );
}
