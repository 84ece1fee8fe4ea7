import { hashSecret, newConnectionKey } from '../accounts/index.ts';

const codesOfAccount = 10;

/** Ten codes such as `K7QM-2XFD-9HTB` (58 bits), which people can copy from paper. */
export const newRecoveryCodes = (): string[] => Array.from({ length: codesOfAccount }, newConnectionKey);

/** What is stored of a code. The account is part of it, so that one guess cannot be tried on all accounts at once. */
export const hashRecoveryCode = (accountId: number, typed: string): string =>
  hashSecret(`recovery ${accountId} ${typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`);
