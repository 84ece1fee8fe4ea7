export { loadPasskeyCalls, loadSecondStepPage } from './lazy-parts.ts';
export { PasskeyProof } from './passkey-proof.tsx';
export { passkeyObstacle } from './passkeys.ts';
export { PasskeysCard } from './passkeys-card.tsx';
export { forgetChallenge, type PendingChallenge, pendingChallenge, rememberChallenge } from './second-step.ts';
export { twoFactorQuery } from './second-step-calls.ts';
export { TwoFactorForm } from './second-step-form.tsx';
export { TwoFactorCard } from './two-step-card.tsx';
