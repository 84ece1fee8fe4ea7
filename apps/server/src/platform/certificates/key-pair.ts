import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';

/** PEM texts: a private key, and its certificate with the chain behind it. */
export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

const keyBlock = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----[\s\S]*?-----END (?:[A-Z]+ )?PRIVATE KEY-----\n?/;

/** One file for both, so that they are always those that belong together. */
export const joinPair = ({ key, cert }: KeyPair): string => `${key.trim()}\n${cert.trim()}\n`;

/** Undefined: the text is no key with its certificate. */
export function splitPair(text: string): KeyPair | undefined {
  const key = keyBlock.exec(text)?.[0];
  if (key === undefined) return undefined;
  const pair = { key, cert: text.replace(key, '').trim() };
  return isPair(pair) ? pair : undefined;
}

/** Whether TLS can be spoken with them. */
export function isPair(pair: KeyPair): boolean {
  try {
    createSecureContext(pair);
    return new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key));
  } catch {
    return false;
  }
}

/** What a certificate states about itself; instants in milliseconds. */
export interface CertificateFacts {
  /** DNS names and addresses. */
  readonly names: string[];
  readonly issuer: string;
  readonly notBefore: number;
  readonly notAfter: number;
  /** SHA-256 in pairs of hexadecimal digits. */
  readonly fingerprint: string;
}

/** Reads the first certificate of a PEM text. */
export function factsOf(pem: string): CertificateFacts {
  const certificate = new X509Certificate(pem);
  const { subjectAltName = '', issuer, fingerprint256 } = certificate;
  return {
    names: subjectAltName
      .split(', ')
      .map((entry) => entry.replace(/^(?:DNS|IP Address):/, ''))
      .filter((name) => name !== ''),
    issuer: partOf(issuer, 'CN') ?? partOf(issuer, 'O') ?? '',
    notBefore: certificate.validFromDate.getTime(),
    notAfter: certificate.validToDate.getTime(),
    fingerprint: fingerprint256,
  };
}

const partOf = (name: string, part: string): string | undefined =>
  new RegExp(`^${part}=(.*)$`, 'm').exec(name)?.[1]?.trim();
