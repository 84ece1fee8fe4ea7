import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer as createTlsServer, type Server } from 'node:tls';
import type { Config } from '../config.ts';
import { AddressList } from '../platform/address-list.ts';
import { type BoardCertificate, certificateOptions, FrontBoardPorts } from '../platform/broker/index.ts';
import { SharedCertificates } from '../platform/certificates/index.ts';
import { systemClock } from '../platform/clock.ts';
import { type Client, Front, type Nats } from '../platform/cluster/index.ts';
import type { Database } from '../platform/database/index.ts';
import { narrowLimits, narrowTls, OpenSockets, type PageFront } from '../platform/http/index.ts';
import { createQuietLog, type Logger } from '../platform/log/index.ts';
import { version } from '../version.ts';
import { createHttps } from './https.ts';

/** A load balancer has noticed by then that nobody is to be brought here any more. */
const noticedMs = 3_000;
/** … and clients are sent away during so long, in as many steps. */
const sentAwayMs = 10_000;
const sentAwaySteps = 40;
/** Handshakes that had begun end within half a minute. */
const lastAwayStep = 4 * sentAwaySteps;
const retryMs = 5_000;

interface FrontServerDeps {
  readonly nats: Nats;
  readonly database: Database;
  readonly dataDirectory: string;
  readonly log: Logger;
}

interface OpenPorts {
  readonly boards: FrontBoardPorts;
  readonly ota: Server | null;
}

/** A server that waits while another one serves, and brings boards and pages there until it is its turn. */
export class FrontServer implements PageFront {
  readonly #config: Config;
  readonly #deps: FrontServerDeps;
  readonly #front: Front;
  readonly #stopping = new AbortController();
  #drained: AbortController | undefined;
  /** It is drained, and everybody has had the time to notice it. */
  #isClosed = false;
  #ports: OpenPorts | undefined;
  #certificate: BoardCertificate | undefined;
  /** Of ports that are being opened or closed: one after the other. */
  #underWay: Promise<void> = Promise.resolve();

  constructor(config: Config, deps: FrontServerDeps) {
    this.#config = config;
    this.#deps = deps;
    this.#front = new Front({
      nats: deps.nats,
      name: config.serverName ?? '',
      version,
      clock: systemClock,
      log: deps.log,
      onLinked: () => this.#then(() => this.#open()),
      onDrain: (drain) => (drain ? this.#drain() : this.#undrain()),
    });
    this.#front.start();
  }

  get problem(): string | null {
    const isOpen = this.#ports !== undefined || this.#stopping.signal.aborted;
    return this.#front.problem ?? (isOpen ? null : 'The ports for boards are not open yet.');
  }

  get mayRelay(): boolean {
    return !this.#isClosed && this.#front.mayRelay;
  }

  /** From now on that server serves, whose start has this tag. */
  follow(name: string, tag: string): void {
    this.#front.follow({ name, tag });
  }

  relay(socket: Socket, late: () => void): void {
    this.#relay('web', socket, { late });
  }

  get isDrained(): boolean {
    return this.#front.isDrained;
  }

  /** This server serves soon: whom it brought to the one before is cut, and who connects waits. */
  takeOver(): void {
    this.#stopping.abort();
    this.#drained?.abort();
    this.#front.takeOver();
  }

  /** The ports for boards are free afterwards; who has connected still waits. */
  async closePorts(): Promise<void> {
    await this.#underWay;
    this.#close();
  }

  /** This server serves: clients are taken here. */
  deliver(accept: (socket: Socket, client: Client) => void): void {
    this.#front.deliver(accept);
  }

  async stop(): Promise<void> {
    this.takeOver();
    await this.closePorts();
    this.#front.stop();
  }

  #relay(
    kind: 'boards' | 'web' | 'ota',
    socket: Socket,
    { address = socket.remoteAddress ?? '', late }: { address?: string; late?: () => void } = {},
  ): void {
    this.#front.relay(socket, { kind, address, port: socket.remotePort ?? 0 }, late);
  }

  #then(work: () => Promise<void>): void {
    this.#underWay = this.#underWay
      .then(work)
      .catch((err: unknown) => this.#deps.log.error({ err }, 'A change of the ports for boards failed'));
  }

  /** Opens the ports for boards, if they are not: with the certificate that the one that serves has left in the database. */
  async #open(): Promise<void> {
    const { log } = this.#deps;
    const { signal } = this.#stopping;
    while (!this.#ports && !signal.aborted && !this.#drained) {
      try {
        const certificate = await this.#findCertificate();
        const boards = await this.#openBoards(certificate);
        // They are closed when the other port cannot be opened.
        this.#ports = { boards, ota: null };
        this.#ports = { boards, ota: await this.#openOta(certificate) };
      } catch (err) {
        this.#close();
        log.error({ err }, failed);
        await pause(retryMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Once for all: it is read again by itself where it is in files. */
  async #findCertificate(): Promise<BoardCertificate> {
    if (this.#certificate) return this.#certificate;
    const { database, dataDirectory, log } = this.#deps;
    const { https, ...config } = this.#config;
    await new SharedCertificates({ database, dataDirectory, log }).load();
    // It renews no certificate: that is for the one that serves.
    const withoutHttps = { ...config, https: { ...https, mode: 'off' as const } };
    const { boards } = await createHttps(withoutHttps, { dataDirectory, log, clock: systemClock });
    this.#certificate = boards;
    return boards;
  }

  async #openBoards(certificate: BoardCertificate): Promise<FrontBoardPorts> {
    const { tls, plain, proxied } = this.#config.mqtt;
    const ports = new FrontBoardPorts({
      tlsHost: tls.host,
      tlsPort: tls.port,
      plainHost: plain?.host ?? '',
      plainPort: plain?.port ?? null,
      proxied: proxied && { port: proxied.port, proxies: new AddressList(proxied.proxies) },
      tls: certificate,
      log: this.#deps.log,
      mayBegin: () => this.#front.served(),
      accept: (socket, address) => this.#relay('boards', socket, { address }),
    });
    await ports.open();
    return ports;
  }

  async #openOta(certificate: BoardCertificate): Promise<Server | null> {
    const { ota } = this.#config;
    if (ota === null) return null;
    const sockets = new OpenSockets({ log: createQuietLog(this.#deps.log), trustProxy: [], limits: narrowLimits });
    const server = createTlsServer({ ...narrowTls, ...certificateOptions(certificate) }, (socket) => {
      // What it requests is not known here.
      sockets.begin(socket);
      this.#relay('ota', socket);
    });
    server.on('tlsClientError', (_error, socket) => socket.destroy());
    server.on('connection', (socket: Socket) => sockets.add(socket));
    server.listen({ host: ota.host, port: ota.port });
    await once(server, 'listening');
    // An error while accepting (too many open files) must not end the process.
    server.on('error', (err) => this.#deps.log.error({ err }, 'The port for firmware had an error'));
    return server;
  }

  #close(): void {
    this.#ports?.boards.close();
    this.#ports?.ota?.close();
    this.#ports = undefined;
  }

  #drain(): void {
    const drained = new AbortController();
    this.#drained = drained;
    this.#deps.log.info('This server is drained: its clients are sent elsewhere');
    this.#then(async () => {
      await pause(noticedMs, undefined, drained).catch(() => undefined);
      if (drained.signal.aborted) return;
      this.#isClosed = true;
      this.#close();
      await this.#sendAway(drained.signal);
    });
  }

  #undrain(): void {
    this.#drained?.abort();
    this.#drained = undefined;
    this.#isClosed = false;
    this.#deps.log.info('This server takes clients again');
    this.#then(() => this.#open());
  }

  /** A few at a time, so that the other servers are not flooded; also those whose handshake had begun before. */
  async #sendAway(signal: AbortSignal): Promise<void> {
    const sent = new Set<Socket>();
    const ofStep = Math.ceil(this.#front.joined.size / sentAwaySteps) || 1;
    for (let step = 0; step < lastAwayStep && !signal.aborted; step += 1) {
      for (const socket of [...this.#front.joined].filter((one) => !sent.has(one)).slice(0, ofStep)) {
        sent.add(socket);
        sendAway(socket);
      }
      await pause(sentAwayMs / sentAwaySteps, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** One that does not read must not stay for ever. */
function sendAway(socket: Socket): void {
  socket.setTimeout(sentAwayMs, () => socket.destroy());
  socket.destroySoon();
}

const failed = 'The ports for boards could not be opened; trying again';
