import { isIP } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Config } from '../config.ts';
import type { HomeAuthority } from '../core.ts';
import type { HttpsConfig } from '../https-settings.ts';
import { type BoardCertificate, boardTls, loadTlsCertificate } from '../platform/broker/index.ts';
import {
  AcmeCertificate,
  type CertificateSource,
  type ChallengeType,
  FileCertificate,
  LocalCertificate,
} from '../platform/certificates/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { CertificateInUse, Problem } from '../platform/health/index.ts';
import { HomeName } from '../platform/home-name/index.ts';
import { type Http, type OwnHttps, openEncryptedPort, openRedirectPort } from '../platform/http/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { isLoopback } from '../platform/loopback.ts';
import { StartError } from '../platform/start-error.ts';

const usual = { https: { port: 443, above: 8_443 }, http: { port: 80, above: 8_080 } } as const;

interface HttpsDeps {
  readonly dataDirectory: string;
  readonly log: Logger;
  readonly clock: Clock;
}

/** The certificates of this server, and the ports that HTTPS has. */
export class Https {
  /** Null: this server speaks no HTTPS itself. */
  readonly source: CertificateSource | null;
  readonly boards: BoardCertificate;
  readonly #config: HttpsConfig;
  readonly #publicUrl: string | null;
  readonly #log: Logger;
  #isOpen = false;
  /** Of HTTPS, when it is open. */
  #port: number | null = null;

  constructor(
    source: CertificateSource | null,
    { boards, config, log }: { boards: BoardCertificate; config: Config; log: Logger },
  ) {
    this.source = source;
    this.boards = boards;
    this.#config = config.https;
    this.#publicUrl = config.publicUrl;
    this.#log = log;
  }

  /** What pages without encryption have to know of it; null: this server speaks no HTTPS itself. */
  get own(): OwnHttps | null {
    const { source } = this;
    if (source === null) return null;
    return { target: () => this.#target(), strictSeconds: () => (this.#target() === null ? 0 : source.strictSeconds) };
  }

  /** What devices of a home network can trust; null: the certificate is by nobody of that kind. */
  get home(): HomeAuthority | null {
    const { source } = this;
    if (!(source instanceof LocalCertificate)) return null;
    return { root: () => source.root, addresses: () => (this.#port === null ? [] : this.#homeAddresses(source)) };
  }

  /** Where people reach HTTPS, the best first. */
  #homeAddresses({ names }: LocalCertificate): string[] {
    const port = this.#port === usual.https.port ? '' : `:${this.#port}`;
    // A page's policy cannot name addresses of IPv6, and nobody types them.
    const reached = names.filter((name) => !isLoopback(name) && isIP(name) !== 6);
    const own = reached.map((name) => `https://${name}${port}`);
    return [...new Set([...(this.#publicUrl ? [this.#publicUrl] : []), ...own])];
  }

  /** The certificate of the web server; undefined: there is none yet, or HTTPS is a proxy's. */
  inUse(): CertificateInUse | undefined {
    const { source } = this;
    const isUsed = this.#isOpen && source !== null && source.pair !== null;
    if (!isUsed) return undefined;
    const { renewsAt, failure } = source.status();
    return { cert: source.pair.cert, renewsItself: source.renewsItself, renewsAt, failure };
  }

  /** Administrators hear of an authority that gives nothing long before the certificate ends. */
  problems(): Problem[] {
    const failure = this.source?.status().failure;
    const name = this.#config.publicHost;
    if (!failure || name === null) return [];
    const values = { name, held: this.source?.pair ? 1 : 0 };
    const same = { part: 'certificate', severity: 'warning', urgent: true } as const;
    return [{ ...same, reason: 'certificate_refused', values, since: failure.at }];
  }

  /** Opens the ports; returns that of HTTPS, or null. Throws a StartError when one that was requested cannot be opened. */
  async open(http: Http, host: string): Promise<{ port: number; stop(): Promise<void> } | null> {
    const { source } = this;
    if (source === null) return null;
    const opened: { stop(): Promise<void> | void }[] = [];
    const stop = async () => {
      for (const one of opened.splice(0).reverse()) await one.stop();
    };
    try {
      const port = await this.#openPorts(http, { host, source, opened });
      this.#isOpen = true;
      this.#port = port;
      return { port, stop };
    } catch (error) {
      await stop();
      if (this.#config.isExplicit || !(error instanceof StartError)) throw error;
      this.#log.warn(
        `There is no HTTPS of Cyno itself: ${error.message} Set HTTPS=off if a proxy has the certificate.`,
      );
      return null;
    }
  }

  async #openPorts(
    http: Http,
    { host, source, opened }: { host: string; source: CertificateSource; opened: { stop(): Promise<void> | void }[] },
  ): Promise<number> {
    const { port, redirectPort } = this.#config;
    const acme = source instanceof AcmeCertificate ? source : null;
    const web = await this.#openOr(usual.https, port, (chosen) =>
      openEncryptedPort(http, {
        host,
        port: chosen,
        setting: 'HTTPS_PORT',
        certificate: source.pair ?? this.boards,
        ...(acme && { challengeFor: (name: string) => acme.challenges.contextFor(name) }),
      }),
    );
    opened.push(web);
    source.onChange(() => {
      if (source.pair) web.useCertificate(source.pair);
    });
    const wanted = redirectPort === undefined && acme === null ? null : redirectPort;
    if (wanted !== null) {
      const challenge = (url: string) => acme?.challenges.respond(url);
      const options = { host, setting: 'HTTP_PORT', log: this.#log, challenge, target: () => this.#target() };
      opened.push(
        await this.#openOr(usual.http, wanted ?? null, (chosen) => openRedirectPort({ ...options, port: chosen })),
      );
    }
    if (source instanceof LocalCertificate) opened.push(this.#announce(source, web.port));
    acme?.follow(waysOf(this.#config, wanted !== null));
    return web.port;
  }

  #announce(source: LocalCertificate, port: number): { stop(): Promise<void> | void } {
    const { homeName } = this.#config;
    if (homeName === null) return { stop: () => {} };
    const log = this.#log;
    const announced = new HomeName({ name: homeName, port, log, onName: (name) => source.useHomeName(name) });
    announced.start();
    return announced;
  }

  /** Opens the port that was requested, or the usual one, or where that needs rights that this user has not, the one above 1023. */
  async #openOr<Port extends { port: number }>(
    { port, above }: { port: number; above: number },
    wanted: number | null,
    open: (port: number) => Promise<Port>,
  ): Promise<Port> {
    if (wanted !== null) return open(wanted);
    try {
      return await open(port);
    } catch (error) {
      const { cause } = error as Error & { cause?: NodeJS.ErrnoException };
      if (cause?.code !== 'EACCES') throw error;
      const opened = await open(above);
      this.#log.warn(
        `Port ${port} needs more rights than this user has, so port ${above} is open instead. Let the router forward ${port} to it, or give the right: copy deploy/low-ports.conf (of a package: /usr/share/doc/cyno/examples/low-ports.conf) to /etc/systemd/system/cyno.service.d/, then run systemctl daemon-reload and restart Cyno.`,
      );
      return opened;
    }
  }

  /** Null: there is no certificate for it yet. */
  #target(): string | null {
    // In a home network some devices do not trust the root yet: they stay where they are.
    const isServing =
      this.#isOpen && this.source !== null && !(this.source instanceof LocalCertificate) && this.source.pair !== null;
    return isServing && this.#publicUrl?.startsWith('https:') ? this.#publicUrl : null;
  }
}

/** In which ways an authority can check the name; of several the next one is tried after a failure. */
function waysOf({ acme, port }: HttpsConfig, hasRedirectPort: boolean): ChallengeType[] {
  if (acme.dnsHook !== null) return ['dns-01'];
  return [...(hasRedirectPort ? (['http-01'] as const) : []), ...(port === 0 ? [] : (['tls-alpn-01'] as const))];
}

/** Reads or makes what is there of certificates; throws a StartError for files that cannot be used. */
export async function createHttps(config: Config, { dataDirectory, log, clock }: HttpsDeps): Promise<Https> {
  const { https, tls } = config;
  const pair = await loadTlsCertificate({ certPath: tls?.cert, keyPath: tls?.key, dataDirectory });
  const files = tls && new FileCertificate(pair, { certPath: tls.cert, keyPath: tls.key, log });
  files?.start();
  const source = await webSource(config, { files, dataDirectory, log, clock });
  const others = [files, source !== files && source].filter((one) => !!one);
  const isNamed = (name: string) =>
    source instanceof LocalCertificate ? source.names.includes(name) : name === https.publicHost;
  const boards = { ...pair, ...(others.length > 0 && { contextFor: contextsOf(others, isNamed) }) };
  return new Https(source, { boards, config, log });
}

async function webSource(
  { https }: Config,
  { files, dataDirectory, log, clock }: HttpsDeps & { files: FileCertificate | null },
): Promise<CertificateSource | null> {
  switch (https.mode) {
    case 'acme': {
      const acme = new AcmeCertificate({ ...https.acme, name: https.publicHost ?? '', dataDirectory, log, clock });
      await acme.start();
      return acme;
    }
    case 'local': {
      const { publicHost, homeName } = https;
      const local = new LocalCertificate({ publicHost, homeName, dataDirectory, log, clock });
      await local.start();
      return local;
    }
    case 'files':
      return files;
    default:
      return null;
  }
}

/**
 * What boards and apps are shown: who names the server as the authority does gets its certificate. Anybody else keeps the pair that never
 * changes, of which some have a copy.
 */
function contextsOf(sources: readonly CertificateSource[], isNamed: (name: string) => boolean) {
  const contexts = new Map<CertificateSource, SecureContext>();
  for (const source of sources) {
    const renew = () => source.pair && contexts.set(source, createSecureContext({ ...boardTls, ...source.pair }));
    renew();
    source.onChange(renew);
  }
  const [first] = sources;
  return (name: string): SecureContext | undefined => {
    const isForAll = first instanceof FileCertificate;
    return first && (isForAll || isNamed(name.toLowerCase())) ? contexts.get(first) : undefined;
  };
}
