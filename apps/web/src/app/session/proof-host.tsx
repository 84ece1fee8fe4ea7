import { Suspense, useEffect, useState } from 'react';
import { setProver } from '../../lib/api/proof.ts';
import { lazy } from '../../lib/language/lazy.ts';

const ProofQuestion = lazy(async () => ({ default: (await import('./proof-question.tsx')).ProofQuestion }));

type Question = { resolve: (proved: boolean) => void };

/** Requests a proof whenever a call needs one (`withProof`); calls that need one at the same time share the response. */
export function ProofHost() {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    let pending: Promise<boolean> | undefined;
    let giveUp = () => {};
    const stop = setProver(() => {
      pending ??= new Promise<boolean>((resolve) => {
        giveUp = () => resolve(false);
        setQuestion({ resolve });
      }).finally(() => {
        pending = undefined;
        setQuestion(undefined);
      });
      return pending;
    });
    return () => {
      stop();
      giveUp();
    };
  }, []);
  if (!question) return null;
  return (
    <Suspense fallback={null}>
      <ProofQuestion onDone={question.resolve} />
    </Suspense>
  );
}
