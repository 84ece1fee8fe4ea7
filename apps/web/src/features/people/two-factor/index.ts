export { loadPasskeyCalls, loadTwoFactorPage } from './lazy-parts.ts';
export { PasskeyProof } from './passkey-proof.tsx';
export { passkeyObstacle } from './passkeys.ts';
export { PasskeysCard } from './passkeys-card.tsx';
export { forgetChallenge, type PendingChallenge, pendingChallenge, rememberChallenge } from './two-factor.ts';
export { twoFactorQuery } from './two-factor-calls.ts';
export { TwoFactorCard } from './two-factor-card.tsx';
export { TwoFactorForm } from './two-factor-form.tsx';
