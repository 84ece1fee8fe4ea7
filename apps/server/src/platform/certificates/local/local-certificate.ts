import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Clock } from '../../clock.ts';
import type { Logger } from '../../log/index.ts';
import { runForServer } from '../../requester.ts';
import { StartError } from '../../start-error.ts';
import type { CertificateSource, CertificateStatus } from '../certificate-source.ts';
import { type CertificateFacts, factsOf, joinPair, type KeyPair, splitPair } from '../key-pair.ts';
import { readIfThere, tlsDirectory, writePrivate } from '../private-files.ts';
import { renewalOf } from '../renewal-schedule.ts';
import { issueCertificate, makeRoot } from './issue-certificate.ts';
import { isLocalHost, localAddresses, localDomains, localNetworks, machineName, plainHost } from './local-names.ts';

const dayMs = 86_400_000;
const rootDays = 3_653;
/** Apple's systems refuse longer ones of authorities; of those that people install, 825. */
const serverDays = 397;
/** Clocks of phones and boards that are a little behind must not refuse it. */
const backdatedMs = dayMs;
/** Addresses come and go, and clocks are set. */
const checkEveryMs = 60_000;
/** The root before the present one. */
const formerRootFile = 'root-former.pem';
const rootName = /^Cyno on (.+)$/;

export interface LocalOptions {
  readonly dataDirectory: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** That of `PUBLIC_URL`, which people type. */
  readonly publicHost: string | null;
  /** The name without `.local`; null: none is announced. */
  readonly homeName: string | null;
  readonly addresses?: () => string[];
  readonly machine?: string | null;
}

type Wanted = { readonly wanted: readonly string[]; readonly now: number; readonly notBefore: number };
type Known = KeyPair & { readonly facts: CertificateFacts };

/**
 * The authority of a home network: a root that people install on their devices once, which vouches for names and addresses of home
 * networks only, and the server's certificate by it, issued again before its end and when a name or an address is new.
 */
export class LocalCertificate implements CertificateSource {
  /** Who has not installed the root yet must be able to come without encryption. */
  readonly strictSeconds = 0;
  readonly renewsItself = true;
  readonly #options: LocalOptions;
  readonly #listeners: (() => void)[] = [];
  #root: Known | null = null;
  #pair: Known | null = null;
  #homeName: string | null;
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> = Promise.resolve();

  constructor(options: LocalOptions) {
    this.#options = options;
    this.#homeName = options.homeName;
  }

  get pair(): KeyPair | null {
    return this.#pair;
  }

  /** The certificate that people install, and what it states. */
  get root(): { readonly cert: string; readonly facts: CertificateFacts } | null {
    return this.#root;
  }

  /** Names and addresses that the certificate is for, the announced name first. */
  get names(): string[] {
    return this.#pair?.facts.names.map(plainHost) ?? [];
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Reads or makes the root and the certificate; throws a StartError for a root that cannot be read. */
  async start(): Promise<void> {
    const text = await readIfThere(this.#path('root.pem'));
    const root = text === undefined ? null : splitPair(text);
    if (root === undefined)
      throw new StartError(
        `${this.#path('root.pem')} holds no key with its certificate. Restore it from a backup, or remove it: every device has to install a new root then.`,
      );
    this.#root = root && { ...root, facts: factsOf(root.cert) };
    const pair = splitPair((await readIfThere(this.#path('certificate.pem'))) ?? '');
    if (pair && this.#isOurs(pair)) this.#pair = { ...pair, facts: factsOf(pair.cert) };
    await this.#renew();
    this.#timer = setInterval(() => runForServer(() => void this.check()), checkEveryMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#underWay;
  }

  /** The name that this machine has in its network now, because another one may have had the configured one. */
  async useHomeName(name: string): Promise<void> {
    this.#homeName = name;
    await this.check();
  }

  /** Issues the certificate again when it is due, or a name or address is missing from it. */
  check(): Promise<void> {
    this.#underWay = this.#underWay
      .then(() => this.#renew())
      .catch((err: unknown) =>
        this.#options.log.error({ err }, 'The certificate for the home network could not be kept'),
      );
    return this.#underWay;
  }

  status(): CertificateStatus {
    return localStatus(this.#pair?.facts ?? null);
  }

  async #renew(): Promise<void> {
    const { clock, log } = this.#options;
    const now = clock.now();
    const root = await this.#currentRoot(now);
    const wanted = this.#wanted(root);
    const notBefore = Math.max(root.facts.notBefore, now - backdatedMs);
    if (this.#pair && this.#isGood(this.#pair, { wanted, now, notBefore })) return;
    const notAfter = Math.min(root.facts.notAfter, notBefore + serverDays * dayMs);
    const names = wanted.filter((host) => isIP(host) === 0);
    const addresses = wanted.filter((host) => isIP(host) !== 0);
    const issued = await issueCertificate(root, { names, addresses }, { notBefore, notAfter });
    await writePrivate(this.#path('certificate.pem'), joinPair(issued));
    this.#pair = { ...issued, facts: factsOf(issued.cert) };
    log.info(
      { names: wanted, until: new Date(notAfter).toISOString() },
      'A certificate for the home network was issued',
    );
    for (const listener of this.#listeners) listener();
  }

  async #currentRoot(now: number): Promise<Known> {
    const former = this.#root && this.#root.facts.notBefore > now ? await this.#formerRoot(now) : null;
    if (former) return this.#replaceRoot(former);
    if (this.#root && this.#root.facts.notAfter > now) return this.#root;
    const { log, machine = machineName() } = this.#options;
    const name = machine ?? 'this server';
    const permitted = { names: [...localDomains, ...(machine ? [machine] : [])], networks: localNetworks };
    const notBefore = now - backdatedMs;
    const root = await makeRoot(`Cyno on ${name}`, permitted, { notBefore, notAfter: notBefore + rootDays * dayMs });
    if (this.#root) {
      await writePrivate(this.#path(formerRootFile), joinPair(this.#root));
      log.warn('The root of the home network has ended. Every device has to install the new one.');
    }
    return this.#replaceRoot({ ...root, facts: factsOf(root.cert) });
  }

  async #replaceRoot(root: Known): Promise<Known> {
    await writePrivate(this.#path('root.pem'), joinPair(root));
    this.#root = root;
    this.#pair = null;
    return root;
  }

  /** The root that devices have, where a clock that was years ahead had another one made. */
  async #formerRoot(now: number): Promise<Known | null> {
    const pair = splitPair((await readIfThere(this.#path(formerRootFile))) ?? '');
    if (!pair) return null;
    const facts = factsOf(pair.cert);
    return facts.notBefore <= now && now < facts.notAfter ? { ...pair, facts } : null;
  }

  /** What people may type, as far as the root vouches for it. */
  #wanted(root: Known): string[] {
    const { publicHost, addresses = localAddresses, machine = machineName() } = this.#options;
    const atFirst = rootName.exec(root.facts.issuer)?.[1];
    const names = [
      ...(this.#homeName ? [`${this.#homeName}.local`] : []),
      ...(publicHost ? [plainHost(publicHost)] : []),
      ...(machine ? [`${machine}.local`, ...(machine === atFirst ? [machine] : [])] : []),
      'localhost',
      ...addresses(),
    ];
    return [...new Set(names)].filter((host) => isLocalHost(host) || host === atFirst);
  }

  /** `notBefore`: of one that would be issued now, which is in the future by a clock that is years behind. */
  #isGood({ facts }: Known, { wanted, now, notBefore }: Wanted): boolean {
    const has = new Set(facts.names.map(plainHost));
    return (
      wanted.every((host) => has.has(host)) && facts.notBefore <= Math.max(now, notBefore) && now < renewalOf(facts)
    );
  }

  #isOurs({ cert }: KeyPair): boolean {
    return this.#root !== null && new X509Certificate(cert).verify(new X509Certificate(this.#root.cert).publicKey);
  }

  #path(file: string): string {
    return localPath(this.#options.dataDirectory, file);
  }
}

const localPath = (dataDirectory: string, file: string): string => join(tlsDirectory(dataDirectory), 'local', file);

const localStatus = (facts: CertificateFacts | null): CertificateStatus => ({
  use: 'web',
  source: 'local',
  facts,
  renewsAt: facts && renewalOf(facts),
  failure: null,
});

/** The certificates of the home network as they lie in the files. */
export async function storedLocalCertificates(dataDirectory: string): Promise<CertificateStatus[]> {
  const [pair, root] = await Promise.all(
    ['certificate.pem', 'root.pem'].map(async (file) =>
      splitPair((await readIfThere(localPath(dataDirectory, file))) ?? ''),
    ),
  );
  const facts = root ? factsOf(root.cert) : null;
  return [
    localStatus(pair ? factsOf(pair.cert) : null),
    { use: 'root', source: 'local', facts, renewsAt: null, failure: null },
  ];
}
