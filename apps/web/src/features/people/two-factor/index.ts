export { loadPasskeyCalls, loadSecondStepPage } from './lazy-parts.ts';
export { PasskeyProof } from './passkey-proof.tsx';
export { passkeyObstacle } from './passkeys.ts';
export { PasskeysCard } from './passkeys-card.tsx';
export { forgetChallenge, type PendingChallenge, pendingChallenge, rememberChallenge } from './second-step.ts';
export { secondStepQuery } from './second-step-calls.ts';
export { SecondStepForm } from './second-step-form.tsx';
export { TwoStepCard } from './two-step-card.tsx';
