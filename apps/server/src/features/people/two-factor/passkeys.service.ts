import { createHash } from 'node:crypto';
import type { Passkey, PasskeyAssertion, PasskeyCreate, PasskeyCreation, PasskeyRequestOptions } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, badRequest, because, notFound } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { newToken, type SessionOwner } from '../accounts/index.ts';
import { PasskeysRepository } from './passkeys.repository.ts';
import type { RelyingParty } from './relying-party.ts';
import type { Tickets } from './tickets.ts';
import type { Notify, TwoFactorOptions } from './two-factor-options.ts';
import { algorithms, type Expected, verifyAssertion, verifyRegistration } from './webauthn.ts';

const maxPasskeys = 20;
const longestTransports = 10;
/** As long as their tickets are good. */
const timeout = 5 * 60_000;

/** Passkeys of accounts: made with user verification, so that one is two proofs: the device, and the finger or PIN that opens it. */
export class Passkeys {
  readonly #repository: PasskeysRepository;
  readonly #tickets: Tickets;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #notify: Notify;
  readonly #providers: TwoFactorOptions['providers'];

  constructor(options: TwoFactorOptions & { tickets: Tickets }) {
    this.#repository = new PasskeysRepository(options.database);
    this.#tickets = options.tickets;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#notify = options.notify;
    this.#providers = options.providers;
  }

  async list(accountId: number): Promise<Passkey[]> {
    return (await this.#repository.list(accountId)).map(toResponse);
  }

  /** The options for the authenticator to create a passkey; throws a 409 when the account has too many. */
  async startCreation({ id, email }: { id: number; email: string }, party: RelyingParty): Promise<PasskeyCreation> {
    const known = await this.#repository.descriptors(id);
    if (known.length >= maxPasskeys) throw tooMany();
    const createdAt = await this.#repository.accountCreatedAt(id);
    if (!createdAt) throw notFound('account', '');
    const challenge = newToken();
    const ticket = await this.#tickets.open({ purpose: 'passkey_register', accountId: id, challenge });
    const user = { id: userHandle(id, createdAt), name: email, displayName: email };
    return {
      ticket,
      options: {
        challenge,
        rp: { id: party.id, name: 'Cyno' },
        user,
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        timeout,
        excludeCredentials: known.map(descriptor),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      },
    };
  }

  /**
   * Keeps what the authenticator made; throws a 400 when it is not what was requested, a 409 when it is known already or one too many, a 401
   * when the session has ended by now.
   */
  async create(owner: SessionOwner, { ticket, response, name }: PasskeyCreate, party: RelyingParty): Promise<Passkey> {
    const accountId = owner.id;
    const challenge = await this.#tickets.take(ticket, 'passkey_register', accountId);
    const made = await verifyRegistration(response, { challenge, party });
    if (!made)
      throw badRequest('The passkey was not accepted. Try again, or use another device.', because('passkey_refused'));
    const transports = response.response.transports?.slice(0, longestTransports) ?? [];
    const passkey = { ...made, name, transports, createdAt: new Date(this.#clock.now()) };
    const added = await this.#repository.add(owner, passkey, maxPasskeys);
    // Several may have been begun before the last place was taken.
    if (added === 'full') throw tooMany();
    if (added === 'known')
      throw new AppError(409, 'conflict', 'This passkey is in use already.', because('passkey_known'));
    this.#notify(accountId, 'passkey_added');
    return toResponse(added);
  }

  /** Throws a 404 when the account has no such passkey. */
  async rename(accountId: number, id: number, name: string): Promise<Passkey> {
    const renamed = await this.#repository.rename(accountId, id, name);
    if (!renamed) throw notFound('passkey', String(id));
    return toResponse(renamed);
  }

  /** Throws a 404 when the account has no such passkey, a 409 rather than lock its owner out. */
  async remove(accountId: number, id: number): Promise<void> {
    const outcome = await this.#repository.remove(accountId, id, this.#providers);
    if (outcome === 'unknown') throw notFound('passkey', String(id));
    if (outcome === 'last') {
      const sentence =
        'This passkey is the only way into your account. Choose a password or add another passkey first.';
      throw new AppError(409, 'conflict', sentence, because('last_way_in'));
    }
    this.#notify(accountId, 'passkey_removed');
  }

  /** The options for an authenticator to sign. Without an account it may offer every passkey for this server. */
  async requestOptions(party: RelyingParty, challenge: string, accountId?: number): Promise<PasskeyRequestOptions> {
    const known = accountId === undefined ? undefined : await this.#repository.descriptors(accountId);
    if (known?.length === 0) throw new AppError(409, 'conflict', 'Your account has no passkey.', because('no_passkey'));
    return {
      challenge,
      rpId: party.id,
      timeout,
      userVerification: 'required',
      ...(known && { allowCredentials: known.map(descriptor) }),
    };
  }

  /** Whose passkey signed the challenge; undefined when it is not the right signature of a known passkey. */
  async check(response: PasskeyAssertion, expected: Expected): Promise<number | undefined> {
    const passkey = await this.#repository.findByCredential(response.id);
    if (!passkey) return undefined;
    const { id, accountId, publicKey } = passkey;
    const { userHandle: handle } = response.response;
    if (handle && handle !== userHandle(accountId, passkey.accountCreatedAt)) return undefined;
    const signed = await verifyAssertion(response, { ...expected, publicKey });
    if (!signed) return undefined;
    if (await this.#repository.use(id, { ...signed, now: new Date(this.#clock.now()) })) return accountId;
    this.#log.warn({ accountId, passkeyId: id }, 'The counter of a passkey did not rise: it may have been copied');
    this.#notify(accountId, 'passkey_copied');
    return undefined;
  }
}

const tooMany = () =>
  new AppError(
    409,
    'limit_reached',
    `An account has at most ${maxPasskeys} passkeys. Remove one first.`,
    because('too_many_passkeys', { max: maxPasskeys }),
  );

/** Identifies an account to an authenticator, and to nobody else; the time keeps two servers on one machine apart. */
const userHandle = (accountId: number, createdAt: Date): string =>
  createHash('sha256').update(`passkeys of ${accountId} since ${createdAt.getTime()}`).digest('base64url');

const descriptor = ({ id, transports }: { id: string; transports: string[] }) => ({
  id,
  type: 'public-key' as const,
  transports,
});

function toResponse(row: Awaited<ReturnType<PasskeysRepository['list']>>[number]): Passkey {
  return { ...row, createdAt: row.createdAt.getTime(), lastUsedAt: row.lastUsedAt?.getTime() ?? null };
}
