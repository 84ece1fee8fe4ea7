import type { Identity, IdentityCallback, IdentityProvider, LoginResponse } from '@cyno/contract';
import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { notFound } from '../../../platform/errors.ts';
import { clientNetwork } from '../../../platform/http/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { type Counter, createCounter } from '../../../platform/throttle/index.ts';
import { type Accounts, hashSecret, newToken, type Origin, type SessionOwner } from '../accounts/index.ts';
import { IdentitiesRepository, type Visit } from './identities.repository.ts';
import type { Person } from './person.ts';
import type { Provider, VisitSecrets } from './provider.ts';
import { describeRefusal, ProviderRefused, ProviderUnreachable } from './provider-errors.ts';
import * as refusals from './refusals.ts';

/** A service that people may log in through, and how it is called. */
export interface NamedProvider {
  readonly name: string;
  readonly provider: Provider;
}

export type Providers = Partial<Record<IdentityProvider, NamedProvider>>;

export interface IdentitiesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly accounts: Pick<
    Accounts,
    'accountOfAddress' | 'findAccountByEmail' | 'finishLogin' | 'noteProvedEmail' | 'notices'
  >;
}

/** A response of a service together with the secret of the browser that brings it. */
export interface CallbackResponse {
  readonly result: IdentityCallback;
  readonly browser: string | undefined;
}

/** How long a visit may take: people type a password there, or look for their phone. */
export const visitLifetimeMs = 10 * 60_000;
/** Of everybody; a network begins at most a hundred in their lifetime, so that it takes many to fill this. Nobody's visit ends for others'. */
const maxVisits = 20_000;
/** Of an account that links itself; further ones end its oldest. */
const maxVisitsOfAccount = 10;
/** A school shares one address, as for logins in `Throttle`. */
const startsOfAddress = { name: 'visit_from', points: 100, windowSeconds: 15 * 60 };

/** Logins through other services: visits to them, and the identities that are linked to accounts. */
export class Identities {
  readonly #options: IdentitiesOptions;
  readonly #providers: Providers;
  readonly #repository: IdentitiesRepository;
  readonly #starts: Counter;

  constructor(options: IdentitiesOptions, providers: Providers) {
    this.#options = options;
    this.#providers = providers;
    this.#repository = new IdentitiesRepository(options.database);
    this.#starts = createCounter(options.database, startsOfAddress);
  }

  /** Begins a visit; returns where to go. With an `accountId` what comes back is to be linked to it. */
  async start(id: IdentityProvider, from: { ip: string; browser: string; accountId: number | null }): Promise<string> {
    const { name, provider } = this.#provider(id);
    await this.#starts.take(clientNetwork(from.ip));
    const secrets = { state: newToken(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
    const url = await this.#callProvider(name, () => provider.visitUrl(secrets));
    const now = this.#now();
    const visit = {
      stateHash: hashSecret(secrets.state),
      provider: id,
      browserHash: hashSecret(from.browser),
      nonce: secrets.nonce,
      codeVerifier: secrets.codeVerifier,
      accountId: from.accountId,
      expiresAt: new Date(now.getTime() + visitLifetimeMs),
    };
    const limits = { now, maxPerAccount: maxVisitsOfAccount, max: maxVisits };
    if (!(await this.#repository.addVisit(visit, limits))) throw refusals.tooManyVisits();
    return url;
  }

  /** Logs anyone who came back in; throws a 403 `second_step_required` as a login by password does. */
  async finishLogin(id: IdentityProvider, brought: CallbackResponse, origin: Origin): Promise<LoginResponse> {
    const { person, name } = await this.#finish(id, brought, null);
    const linkedTo = await this.#repository.use(person, this.#now());
    if (linkedTo !== undefined) await this.#noteProved(linkedTo, person);
    return this.#options.accounts.finishLogin(linkedTo ?? (await this.#accountOf(id, person, name)), origin);
  }

  /** Links anyone who came back to the account that began the visit; throws a 401 when the session has ended by now. */
  async finishLink(id: IdentityProvider, brought: CallbackResponse, owner: SessionOwner): Promise<void> {
    const accountId = owner.id;
    const { person, name } = await this.#finish(id, brought, accountId);
    const outcome = await this.#repository.linkForSession(owner, id, { person, now: this.#now() });
    if (outcome === 'taken') throw refusals.linkedToAnother(name);
    await this.#noteProved(accountId, person);
    if (outcome === 'linked') this.#options.accounts.notices.security(accountId, 'identity_linked');
  }

  list(accountId: number): Promise<Identity[]> {
    return this.#repository.list(accountId);
  }

  /** Throws a 404 when the account has no such identity, a 409 when nothing else would let its owner in. */
  async unlink(accountId: number, id: number): Promise<void> {
    const outcome = await this.#repository.unlink(
      { accountId, id },
      Object.keys(this.#providers) as IdentityProvider[],
    );
    if (outcome === 'unknown') throw notFound('linked login', String(id));
    if (outcome === 'last') throw refusals.lastWayIn();
    this.#options.accounts.notices.security(accountId, 'identity_unlinked');
  }

  /** The account of somebody who was never here: only an address that the service verified identifies the owner. */
  async #accountOf(id: IdentityProvider, person: Person, name: string): Promise<number> {
    if (person.email === null) throw refusals.noAddress(name);
    if (!person.emailVerified) throw refusals.addressNotVerified(name);
    const { accounts } = this.#options;
    const known = await accounts.findAccountByEmail(person.email);
    const accountId = await accounts.accountOfAddress({ email: person.email, name: person.name });
    const now = this.#now();
    const outcome = await this.#repository.link(accountId, id, { person, now });
    // Of two first logins at once the other one may have linked it already: to the same account, as it has the same address.
    if (outcome === 'taken') throw refusals.linkedToAnother(name);
    if (outcome === 'linked' && known) accounts.notices.security(accountId, 'identity_linked');
    await this.#repository.use(person, now);
    return accountId;
  }

  async #noteProved(accountId: number, { email, emailVerified }: Person): Promise<void> {
    if (email !== null && emailVerified) await this.#options.accounts.noteProvedEmail(accountId, email);
  }

  /** Uses the visit up and queries the service for who came back. A visit to log in links nothing, and the other way round. */
  async #finish(
    id: IdentityProvider,
    { result, browser }: CallbackResponse,
    accountId: number | null,
  ): Promise<{ person: Person; name: string }> {
    const { name, provider } = this.#provider(id);
    const visit = await this.#repository.takeVisit(hashSecret(result.state), id, this.#now());
    if (!visit) throw refusals.visitExpired();
    if (browser === undefined || hashSecret(browser) !== visit.browserHash) throw refusals.otherBrowser();
    if (visit.accountId !== accountId) throw refusals.visitExpired();
    if (result.error !== undefined) throw refusals.refusalOf(result.error, name);
    const person = await this.#callProvider(name, () => provider.personOf(result, secretsOf(visit, result)));
    return { person, name };
  }

  #provider(id: IdentityProvider): NamedProvider {
    const named = this.#providers[id];
    if (!named) throw refusals.notConfigured(id);
    return named;
  }

  /** Turns what a provider throws into a response; nothing that the provider wrote goes into it. */
  async #callProvider<Result>(name: string, question: () => Promise<Result>): Promise<Result> {
    try {
      return await question();
    } catch (cause) {
      if (cause instanceof ProviderUnreachable) throw refusals.unreachable(name, cause);
      if (!(cause instanceof ProviderRefused)) throw cause;
      this.#options.log.warn(
        { provider: name, ...describeRefusal(cause) },
        'A login through another service was refused',
      );
      throw refusals.refused(name);
    }
  }

  #now(): Date {
    return new Date(this.#options.clock.now());
  }
}

const secretsOf = ({ nonce, codeVerifier }: Visit, { state }: IdentityCallback): VisitSecrets => ({
  state,
  nonce,
  codeVerifier,
});
