import { ApiError } from './api-client.ts';

/** Requests a proof of presence from the person; resolves true when they did, false when they gave up. */
type Prover = () => Promise<boolean>;

let prover: Prover | undefined;

/** Sets who requests proofs (one at a time: the dialog of the layout); returns how to take it back. */
export function setProver(next: Prover): () => void {
  prover = next;
  return () => {
    if (prover === next) prover = undefined;
  };
}

/**
 * Makes a call that the server may refuse until its caller typed the password again (`proof_needed`): requests that and makes the
 * call once more. Returns undefined when the person gave up; throws as the call does.
 */
export async function withProof<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'proof_needed' || !prover) throw error;
    return (await prover()) ? call() : undefined;
  }
}
