import type { CiaoService, Responder } from '@homebridge/ciao';
import type { Logger } from '../log/index.ts';

/** In a network with more servers than that, each needs a name by its operator. */
const maxTries = 9;

export interface HomeNameOptions {
  /** Without `.local`. */
  readonly name: string;
  /** The port of HTTPS. */
  readonly port: number;
  readonly log: Logger;
  /** Called with the name that this machine has, also when it changes later. */
  onName(name: string): Promise<void> | void;
  /** Where it is announced; all networks of this machine if it is left out. */
  readonly interfaces?: string[];
}

/**
 * Announces the addresses of this machine under a name in the home network, and that HTTPS is there (RFC 6762, RFC 6763). Another machine that has
 * the name already keeps it: this one becomes `name-2`, `name-3` and so on.
 */
export class HomeName {
  readonly #options: HomeNameOptions;
  #responder: Responder | undefined;
  #service: CiaoService | undefined;
  #tries = 0;
  #stopped = false;
  #underWay: Promise<void> = Promise.resolve();

  constructor(options: HomeNameOptions) {
    this.#options = options;
  }

  /** Begins; what fails is logged, because nothing else needs it. */
  start(): void {
    this.#next();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#responder?.shutdown();
  }

  #next(): void {
    this.#underWay = this.#underWay
      .then(() => this.#announce())
      .catch((err: unknown) =>
        this.#options.log.warn({ err }, `${this.#options.name}.local cannot be announced in the home network`),
      );
  }

  async #announce(): Promise<void> {
    const { name, port, log, onName, interfaces } = this.#options;
    // Few installations need it, and all would pay with memory.
    const { default: ciao } = await import('@homebridge/ciao');
    if (this.#stopped) return;
    this.#responder ??= ciao.getResponder(interfaces && { interface: interfaces });
    while (!this.#stopped && this.#tries < maxTries) {
      this.#tries += 1;
      const own = this.#tries === 1 ? name : `${name}-${this.#tries}`;
      const service = this.#responder.createService({
        name: `Cyno (${own})`,
        hostname: own,
        type: 'https',
        port,
        txt: { path: '/' },
      });
      // Its own next name would be `name-(2)`, which is no host name.
      const taken = Promise.withResolvers<boolean>();
      service.on('hostname-change', () => taken.resolve(true));
      const isTaken = await Promise.race([taken.promise, service.advertise().then(() => false)]);
      if (isTaken) {
        await service.destroy();
        log.warn(`${own}.local is the name of another machine in this network`);
        continue;
      }
      this.#service = service;
      service.once('hostname-change', () => this.#leave(service));
      await onName(own);
      log.info(`This server is ${own}.local in its network`);
      return;
    }
  }

  /** Two networks became one, and the other one has the name too. */
  #leave(service: CiaoService): void {
    if (this.#stopped || this.#service !== service) return;
    this.#service = undefined;
    this.#underWay = this.#underWay.then(() => service.destroy());
    this.#next();
  }
}
