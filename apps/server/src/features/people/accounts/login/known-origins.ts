import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/index.ts';
import { clientNetwork } from '../../../../platform/http/index.ts';
import { hashSecret } from '../secrets.ts';
import { KnownOriginsRepository } from './known-origins.repository.ts';
import type { Origin } from './origin.ts';

/** The browser writes its name itself, so a program can have as many as it likes. */
const maxRemembered = 200;
const rememberedMs = 180 * 24 * 60 * 60_000;

/**
 * Distinguishes logins from known places from logins from new ones. A place is the kind of browser and the provider's network:
 * versions change by themselves every month, and a phone gets another address every day.
 */
export class KnownOrigins {
  readonly #repository: KnownOriginsRepository;
  readonly #clock: Clock;

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#repository = new KnownOriginsRepository(database);
    this.#clock = clock;
  }

  /** Notes a login; true when its owner should hear of it. The first of an account is not reported. */
  async isNewOrigin(accountId: number, origin: Origin): Promise<boolean> {
    const place = `${widerNetwork(origin.ip)} ${(origin.userAgent ?? '').replaceAll(/[\d._]+/g, '')}`;
    const { isNew, isFirst } = await this.#repository.note(accountId, hashSecret(place), new Date(this.#clock.now()));
    if (isNew) await this.#repository.removeOldest(accountId, maxRemembered);
    return isNew && !isFirst;
  }

  async forgetOld(): Promise<void> {
    await this.#repository.removeUnusedSince(new Date(this.#clock.now() - rememberedMs));
  }
}

/** About one provider: the first 16 bits of an IPv4 address, the first 32 of an IPv6 one. */
function widerNetwork(address: string): string {
  const network = clientNetwork(address);
  const separator = network.includes(':') ? ':' : '.';
  return network.split(separator).slice(0, 2).join(separator);
}

const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Names a browser for its owner, such as `Chrome on Windows`; only known names, since anybody can write the rest. */
export function describeBrowser(userAgent: string | null): string {
  const find = (names: [RegExp, string][]) => names.find(([shape]) => shape.test(userAgent ?? ''))?.[1];
  return [find(browsers) ?? 'Browser', find(systems)].filter(Boolean).join(' on ');
}
