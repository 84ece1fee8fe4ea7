import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import type { Clock } from '../../clock.ts';
import type { Logger } from '../../log/index.ts';
import { readReason } from '../../make-folder.ts';
import { serverTimer } from '../../server-timer.ts';
import { StartError } from '../../start-error.ts';
import type { CertificateSource, CertificateStatus } from '../certificate-source.ts';
import type { CertificateFacts, KeyPair } from '../key-pair.ts';
import { factsOf } from '../key-pair.ts';
import { nextAllowed, pauseAfter, renewalOf } from '../renewal-schedule.ts';
import { type AcmeProgress, AcmeStore, acmeStatus } from './acme-store.ts';
import { Challenges } from './challenges.ts';
import { type ChallengeType, OrderError, orderCertificate } from './order-certificate.ts';

export interface AcmeOptions {
  readonly dataDirectory: string;
  /** The only name that is ever requested. */
  readonly name: string;
  readonly directory: string;
  readonly email: string | null;
  readonly binding: { readonly kid: string; readonly hmacKey: string } | null;
  readonly caPath: string | null;
  readonly dnsHook: string | null;
  readonly clock: Clock;
  readonly log: Logger;
  readonly random?: () => number;
}

/** The clock of a machine that slept, or was set, is looked at so often. */
const longestWaitMs = 60 * 60_000;
const daySeconds = 86_400;
/** Until a renewal has shown that it works by itself, a lost certificate must not lock people out for long. */
const strict = { before: daySeconds, proven: 365 * daySeconds } as const;
const maxAttempts = 20;

/** The certificate of an authority that speaks ACME (RFC 8555): requested, stored, and renewed at two thirds of its lifetime. */
export class AcmeCertificate implements CertificateSource {
  readonly renewsItself = true;
  readonly challenges = new Challenges();
  readonly #options: AcmeOptions;
  readonly #store: AcmeStore;
  readonly #listeners: (() => void)[] = [];
  #pair: (KeyPair & { facts: CertificateFacts }) | null = null;
  #progress: AcmeProgress;
  #ca: string | null = null;
  #types: readonly ChallengeType[] = [];
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> | undefined;
  #stopped = false;

  constructor(options: AcmeOptions) {
    const { name, directory } = options;
    this.#options = options;
    this.#store = new AcmeStore(options.dataDirectory, { name, directory });
    this.#progress = { name, directory, attempts: [], failures: 0, failure: null, issued: 0 };
  }

  get pair(): KeyPair | null {
    return this.#pair;
  }

  get strictSeconds(): number {
    if (this.#pair === null || this.#pair.facts.notAfter <= this.#options.clock.now()) return 0;
    return this.#progress.issued > 1 ? strict.proven : strict.before;
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  status(): CertificateStatus {
    return acmeStatus(this.#pair?.facts ?? null, this.#progress);
  }

  /** Reads what is stored; throws a StartError for roots that cannot be read, and a program that cannot be run. */
  async start(): Promise<void> {
    const { caPath, dnsHook } = this.#options;
    if (caPath !== null)
      this.#ca = await readFile(caPath, 'utf8').catch((cause: Error) => {
        throw new StartError(`The file ${caPath} (ACME_CA) cannot be read: ${readReason(cause)}.`, { cause });
      });
    if (dnsHook !== null)
      await access(dnsHook, constants.X_OK).catch((cause: Error) => {
        throw new StartError(`The program ${dnsHook} (ACME_DNS_HOOK) cannot be run: ${readReason(cause)}.`, { cause });
      });
    this.#pair = await this.#store.pair();
    this.#progress = await this.#store.progress();
  }

  /** Begins to request and renew; `types` are the ways in which the authority can reach this server. */
  follow(types: readonly ChallengeType[]): void {
    this.#types = types;
    // Who restarts has perhaps mended what was wrong.
    this.#waitUntil(this.#dueAt({ heedPause: false }));
  }

  /** Requests a certificate as soon as the limit of an hour allows. */
  retry(): void {
    this.#waitUntil(nextAllowed(this.#progress.attempts, this.#options.clock.now()));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #dueAt({ heedPause }: { heedPause: boolean }): number {
    const now = this.#options.clock.now();
    const { failure, attempts } = this.#progress;
    const wanted = this.#pair ? renewalOf(this.#pair.facts) : now;
    const allowed = heedPause && failure ? failure.nextTryAt : nextAllowed(attempts, now);
    return Math.max(wanted, allowed);
  }

  #waitUntil(at: number): void {
    if (this.#stopped || this.#types.length === 0) return;
    clearTimeout(this.#timer);
    const left = at - this.#options.clock.now();
    this.#timer = serverTimer(
      () => (left > longestWaitMs ? this.#waitUntil(at) : this.#request()),
      Math.max(0, Math.min(left, longestWaitMs)),
    ).unref();
  }

  #request(): void {
    this.#underWay ??= this.#requestOnce()
      .catch((err: unknown) => this.#options.log.error({ err }, 'A certificate could not be kept'))
      .finally(() => {
        this.#underWay = undefined;
        this.#waitUntil(this.#dueAt({ heedPause: true }));
      });
  }

  async #requestOnce(): Promise<void> {
    const { clock, log, name, email, binding, dnsHook } = this.#options;
    const attempts = [...this.#progress.attempts, clock.now()].slice(-maxAttempts);
    // Before it is made: who is killed in the middle has made it too.
    await this.#note({ attempts });
    const type = this.#types[this.#progress.failures % this.#types.length] ?? 'http-01';
    try {
      const account = await this.#store.account();
      const order = { account, name, email, binding, ca: this.#ca, type, dnsHook, challenges: this.challenges };
      const issued = await orderCertificate(order, () => clock.now());
      await this.#store.savePair(issued);
      await this.#store.saveAccount(issued.account);
      this.#pair = { key: issued.key, cert: issued.cert, facts: factsOf(issued.cert) };
      await this.#note({ failures: 0, failure: null, issued: this.#progress.issued + 1 });
      log.info({ name, until: new Date(this.#pair.facts.notAfter).toISOString() }, 'A certificate was issued');
      for (const listener of this.#listeners) listener();
    } catch (error) {
      await this.#noteFailure(error, type);
    }
  }

  async #noteFailure(error: unknown, type: ChallengeType): Promise<void> {
    const { clock, log, name, random = Math.random } = this.#options;
    const at = clock.now();
    const failures = this.#progress.failures + 1;
    const requested = error instanceof OrderError ? (error.retryAfter ?? 0) : 0;
    const nextTryAt = Math.max(
      at + pauseAfter(failures, random()),
      requested,
      nextAllowed(this.#progress.attempts, at),
    );
    const text = (error as Error).message;
    await this.#note({ failures, failure: { at, text, nextTryAt } });
    const next = new Date(nextTryAt).toISOString();
    log.warn({ name, type, failures, next }, `There is no certificate for ${name}: ${text}`);
  }

  async #note(change: Partial<AcmeProgress>): Promise<void> {
    const progress = { ...this.#progress, ...change };
    await this.#store.saveProgress(progress);
    this.#progress = progress;
  }
}
