import type { PublicConfig } from '@cyno/contract';

/** The codes in the address of the page; empty where there are none. */
interface LinkCodes {
  readonly setup: string;
  readonly invitation: string;
}

/** Which codes a signup needs: those that the server requests, and until it has responded those of the link that was opened. */
export function neededCodes(
  config: Pick<PublicConfig, 'setupNeeded' | 'signup'> | undefined,
  { setup, invitation }: LinkCodes,
): { setup: boolean; invitation: boolean } {
  if (!config) return { setup: setup !== '', invitation: invitation !== '' };
  return { setup: config.setupNeeded, invitation: config.signup === 'invite' && !config.setupNeeded };
}
