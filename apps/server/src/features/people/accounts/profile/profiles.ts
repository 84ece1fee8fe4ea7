import type { Language, Profile, ProfilePatch } from '@cyno/contract';
import { notFound } from '../../../../platform/errors.ts';
import type { AccountsRepository } from '../accounts.repository.ts';

/** The profiles of people; their time zones, and whose boards send times, are known without a query. */
export class Profiles {
  readonly #repository: AccountsRepository;
  readonly #now: () => Date;
  readonly #timeZones = new Map<number, string>();
  readonly #sendersOfTimes = new Set<number>();

  constructor({ repository, now }: { repository: AccountsRepository; now: () => Date }) {
    this.#repository = repository;
    this.#now = now;
  }

  async load(): Promise<void> {
    for (const { id, timeZone } of await this.#repository.timeZones()) if (timeZone) this.#timeZones.set(id, timeZone);
    for (const id of await this.#repository.sendersOfTimes()) this.#sendersOfTimes.add(id);
  }

  /** Whether the boards of the account send timestamps with their messages. */
  boardsSendTimes(accountId: number): boolean {
    return this.#sendersOfTimes.has(accountId);
  }

  /** The IANA time zone that the account chose, or null. */
  timeZoneOf(accountId: number): string | null {
    return this.#timeZones.get(accountId) ?? null;
  }

  async languageOf(accountId: number): Promise<Language> {
    return (await this.#repository.findProfile(accountId, this.#now()))?.language ?? 'en';
  }

  /** Throws a 404 when the account is gone. */
  async get(accountId: number): Promise<Profile> {
    const profile = await this.#repository.findProfile(accountId, this.#now());
    if (!profile) throw notFound('profile', '');
    return profile;
  }

  async update(accountId: number, patch: ProfilePatch): Promise<Profile> {
    await this.#repository.updateProfile(accountId, { ...patch, ...(patch.name === '' && { name: null }) });
    const profile = await this.get(accountId);
    if (profile.timeZone) this.#timeZones.set(accountId, profile.timeZone);
    else this.#timeZones.delete(accountId);
    if (profile.boardsSendTimes) this.#sendersOfTimes.add(accountId);
    else this.#sendersOfTimes.delete(accountId);
    return profile;
  }
}
