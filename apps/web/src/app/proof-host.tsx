import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { profileQuery } from '../lib/profile-query.ts';
import { setProver } from '../lib/proof.ts';

const ProofDialog = lazy(async () => ({
  default: (await import('../features/accounts/proof-dialog.tsx')).ProofDialog,
}));

type Question = { answer: (proved: boolean) => void };

/** Asks for a proof whenever a call needs one (`withProof`); calls that ask at the same time share the answer. */
export function ProofHost() {
  const [question, setQuestion] = useState<Question>();
  const { data: profile } = useQuery(profileQuery);
  useEffect(() => {
    let asked: Promise<boolean> | undefined;
    let giveUp = () => {};
    const stop = setProver(() => {
      asked ??= new Promise<boolean>((resolve) => {
        giveUp = () => resolve(false);
        setQuestion({ answer: resolve });
      }).finally(() => {
        asked = undefined;
        setQuestion(undefined);
      });
      return asked;
    });
    return () => {
      stop();
      giveUp();
    };
  }, []);
  if (!question || !profile) return null;
  return (
    <Suspense fallback={null}>
      <ProofDialog hasPassword={profile.hasPassword} onDone={question.answer} />
    </Suspense>
  );
}
