import { generateKeyPairSync } from 'node:crypto';
import type { Authorization } from 'acme-client';
import type { KeyPair } from '../key-pair.ts';
import { type AcmeRequest, retryAfterOf, sendToAuthority } from './acme-http.ts';
import { type Challenges, runDnsHook } from './challenges.ts';

/** How an authority checks that a name is ours. */
export type ChallengeType = 'http-01' | 'tls-alpn-01' | 'dns-01';

export interface AcmeAccount {
  readonly directory: string;
  /** PEM. */
  readonly key: string;
  /** Null: the authority does not know it yet. */
  readonly url: string | null;
}

export interface Order {
  readonly account: AcmeAccount;
  readonly name: string;
  readonly email: string | null;
  readonly binding: { readonly kid: string; readonly hmacKey: string } | null;
  /** Roots (PEM) by which the authority is known; null: those of the system. */
  readonly ca: string | null;
  readonly type: ChallengeType;
  readonly dnsHook: string | null;
  readonly challenges: Challenges;
}

/** Why there is no certificate, and before when the authority wants no other request. */
export class OrderError extends Error {
  readonly retryAfter: number | undefined;

  constructor(message: string, options: { cause: unknown; retryAfter: number | undefined }) {
    super(message, { cause: options.cause });
    this.name = 'OrderError';
    this.retryAfter = options.retryAfter;
  }
}

/** A key on P-256, which an ESP8266 takes least time for. */
export const newKey = (): string =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;

/** Requests a certificate for one name; returns it with the account as the authority knows it now. Throws an OrderError. */
export async function orderCertificate(order: Order, now: () => number): Promise<KeyPair & { account: AcmeAccount }> {
  let retryAfter: number | undefined;
  // Needed once in two months, and too large to keep in memory for that.
  const { default: acme } = await import('acme-client');
  acme.axios.defaults.adapter = async (config) => {
    const response = await sendToAuthority(config as AcmeRequest, order.ca);
    if (response.status === 429 || response.status === 503) retryAfter = retryAfterOf(response, now());
    return { ...response, config };
  };
  const client = new acme.Client({
    directoryUrl: order.account.directory,
    accountKey: order.account.key,
    ...(order.account.url !== null && { accountUrl: order.account.url }),
    ...(order.binding && { externalAccountBinding: order.binding }),
    backoffMin: 1_000,
  });
  const close = new Map<string, () => Promise<void> | void>();
  try {
    const [key, csr] = await acme.crypto.createCsr({ altNames: [order.name] }, newKey());
    const cert = await client.auto({
      csr,
      ...(order.email !== null && { email: order.email }),
      termsOfServiceAgreed: true,
      // Not from here: many routers lead nobody inside to their outer address.
      skipChallengeVerification: true,
      challengePriority: [order.type],
      challengeCreateFn: async (authorization, { type, token }, keyAuthorization) => {
        if (type !== order.type) throw new Error(`the authority does not check names by ${order.type}`);
        close.set(token, await openChallenge(order, { authorization, token, keyAuthorization }));
      },
      challengeRemoveFn: async (_authorization, { token }) => {
        await close.get(token)?.();
        close.delete(token);
      },
    });
    return { key: key.toString(), cert, account: { ...order.account, url: client.getAccountUrl() } };
  } catch (cause) {
    throw new OrderError((cause as Error).message, { cause, retryAfter });
  }
}

async function openChallenge(
  { type, challenges, dnsHook }: Order,
  { authorization, token, keyAuthorization }: { authorization: Authorization; token: string; keyAuthorization: string },
): Promise<() => Promise<void> | void> {
  const name = authorization.identifier.value;
  switch (type) {
    case 'http-01':
      return challenges.openHttp(token, keyAuthorization);
    case 'tls-alpn-01': {
      const { default: acme } = await import('acme-client');
      const [key, cert] = await acme.crypto.createAlpnCertificate(authorization, keyAuthorization, newKey());
      return challenges.openTls(name, { key, cert });
    }
    case 'dns-01': {
      const record = [`_acme-challenge.${name}`, keyAuthorization] as const;
      await runDnsHook(dnsHook ?? '', 'set', record);
      return () => runDnsHook(dnsHook ?? '', 'remove', record);
    }
  }
}
