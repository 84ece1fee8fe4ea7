import { lazy, Suspense, useEffect, useState } from 'react';
import { setProver } from '../../lib/api/proof.ts';

const ProofQuestion = lazy(async () => ({ default: (await import('./proof-question.tsx')).ProofQuestion }));

type Question = { answer: (proved: boolean) => void };

/** Requests a proof whenever a call needs one (`withProof`); calls that need one at the same time share the response. */
export function ProofHost() {
  const [question, setQuestion] = useState<Question>();
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
  if (!question) return null;
  return (
    <Suspense fallback={null}>
      <ProofQuestion onDone={question.answer} />
    </Suspense>
  );
}
