import { z } from 'zod';

/** How an account can prove for the second time that it is itself. */
export const secondStepMethod = z.enum(['totp', 'recovery_code', 'passkey']);
export type SecondStepMethod = z.infer<typeof secondStepMethod>;

/** What whoever typed the right password gets instead of a session: a ticket to send with the second proof, good for five minutes. */
export const secondStepChallenge = z.object({ ticket: z.string(), methods: z.array(secondStepMethod) });
export type SecondStepChallenge = z.infer<typeof secondStepChallenge>;
