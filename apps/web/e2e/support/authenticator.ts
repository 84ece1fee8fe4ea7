import type { CDPSession, Page } from '@playwright/test';

/** A security key of the browser's own, which finds its user at once: https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/ */
export interface Authenticator {
  readonly devTools: CDPSession;
  readonly authenticatorId: string;
}

/** Gives the page an authenticator with a finger that is always on it. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devTools, authenticatorId };
}

/** Its owner does not prove who they are, so the browser gives up. */
export async function respondNothing({ devTools, authenticatorId }: Authenticator): Promise<void> {
  await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
}
