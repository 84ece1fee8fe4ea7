import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import {
  AcmeStore,
  acmeStatus,
  type CertificateStatus,
  factsOf,
  storedLocalCertificates,
} from '../platform/certificates/index.ts';

/** The certificates of an installation as they lie in its files, whether the server runs or not. */
export async function storedCertificates({ https, tls, dataDirectory }: Config): Promise<CertificateStatus[]> {
  const found: CertificateStatus[] = [];
  if (https.mode === 'acme') {
    const store = new AcmeStore(dataDirectory, { name: https.publicHost ?? '', directory: https.acme.directory });
    const pair = await store.pair();
    found.push(acmeStatus(pair?.facts ?? null, await store.progress()));
  }
  if (https.mode === 'local') found.push(...(await storedLocalCertificates(dataDirectory)));
  const path = tls?.cert ?? join(dataDirectory, 'mqtt-tls', 'cert.pem');
  const pem = await readFile(path, 'utf8').catch(() => null);
  const facts = pem === null ? null : factsOf(pem);
  const source = tls ? 'files' : 'self_signed';
  if (https.mode === 'files') found.push({ use: 'web', source, facts, renewsAt: null, failure: null });
  return [...found, { use: 'boards', source, facts, renewsAt: null, failure: null }];
}

const uses = { web: 'Web server', root: 'Root for devices of the home network', boards: 'Boards (MQTT)' };
const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
const minute = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Lines for the terminal. */
export function describeCertificates(certificates: readonly CertificateStatus[]): string {
  return certificates
    .map(({ use, facts, renewsAt, failure }) => {
      const lines = facts
        ? [
            ['names', facts.names.join(', ')],
            ['issuer', facts.issuer],
            ['valid', `${day(facts.notBefore)} to ${day(facts.notAfter)}`],
            ...(renewsAt === null ? [] : [['renewal', day(renewsAt)]]),
            ['SHA-256', facts.fingerprint],
          ]
        : [['', 'There is none yet.']];
      const failed = failure
        ? [
            ['failed', `${minute(failure.at)}: ${failure.text}`],
            ['next try', minute(failure.nextTryAt)],
          ]
        : [];
      return [uses[use], ...[...lines, ...failed].map(([name = '', text]) => `  ${name.padEnd(9)} ${text}`)].join('\n');
    })
    .join('\n\n');
}
