import { X509Certificate } from 'node:crypto';
import type { CertificateName, ServerCertificate } from '@cyno/contract';
import { certificateWarningMs } from '@cyno/contract/certificate-warning';
import { Gauge } from 'prom-client';
import { factsOf } from '../certificates/index.ts';
import type { Clock } from '../clock.ts';
import type { Metrics } from '../metrics/index.ts';
import type { Problem } from './problem.ts';

const dayMs = 24 * 3_600_000;

/** A certificate that is in use, and whether the server renews it without anyone's help. */
export interface CertificateInUse {
  /** PEM; the first one counts. */
  readonly cert: string;
  readonly renewsItself: boolean;
  readonly renewsAt?: number | null;
  readonly failure?: ServerCertificate['failure'];
}

/**
 * The certificates that the server presents, with their ends: who serves one adds it. They stand on the System page and in `/metrics`, and
 * administrators are warned before one ends.
 */
export class Certificates {
  readonly #clock: Clock;
  readonly #sources = new Map<CertificateName, () => CertificateInUse | undefined>();

  constructor({ clock, metrics }: { clock: Clock; metrics: Metrics }) {
    this.#clock = clock;
    const current = () => this.list();
    new Gauge({
      name: 'cyno_certificate_expiry_timestamp_seconds',
      help: 'When a certificate of the server ends, in seconds since the epoch',
      labelNames: ['certificate'],
      registers: [metrics],
      collect() {
        for (const { name, expiresAt } of current()) this.set({ certificate: name }, expiresAt / 1_000);
      },
    });
  }

  /** `source` returns what is presented now; undefined: none. */
  add(name: CertificateName, source: () => CertificateInUse | undefined): void {
    this.#sources.set(name, source);
  }

  list(): ServerCertificate[] {
    return [...this.#sources].flatMap(([name, source]) => {
      const inUse = source();
      if (!inUse) return [];
      const { renewsItself, renewsAt = null, failure = null } = inUse;
      return [{ name, ...read(inUse.cert), renewsItself, renewsAt, failure }];
    });
  }

  problems(): Problem[] {
    const now = this.#clock.now();
    return this.list().flatMap(({ name, startsAt, expiresAt, renewsItself }): Problem[] => {
      const days = Math.floor((expiresAt - now) / dayMs);
      const same = { part: 'certificate', topic: 'certificate', about: name, urgent: true } as const;
      if (expiresAt <= now) {
        const values = { certificate: name };
        return [{ ...same, severity: 'warning', level: 2, reason: 'certificate_expired', values, since: expiresAt }];
      }
      const warnedMs = certificateWarningMs({ startsAt, expiresAt, renewsItself });
      if (expiresAt - now >= warnedMs) return [];
      const values = { certificate: name, days, renews: renewsItself ? 1 : 0 };
      return [
        {
          ...same,
          severity: 'warning',
          reason: 'certificate_expiring',
          values,
          since: expiresAt - warnedMs,
        },
      ];
    });
  }
}

type Stated = 'subject' | 'issuer' | 'expiresAt' | 'isSelfSigned' | 'names' | 'startsAt';

function read(pem: string): Pick<ServerCertificate, Stated> {
  const { subject, issuer, validToDate } = new X509Certificate(pem);
  const { names, notBefore } = factsOf(pem);
  return {
    subject: commonName(subject) || (names[0] ?? ''),
    issuer: commonName(issuer),
    expiresAt: validToDate.getTime(),
    isSelfSigned: subject === issuer,
    names,
    startsAt: notBefore,
  };
}

/** Authorities may leave the subject empty and list only the names of the host; Node then has none. */
const commonName = (name = ''): string => /^CN=(.*)$/m.exec(name)?.[1] ?? name.replaceAll('\n', ', ');
