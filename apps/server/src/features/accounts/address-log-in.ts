import type { Database } from '../../platform/database/index.ts';
import { AppError, forbidden } from '../../platform/errors.ts';
import { AddressLogInRepository } from './address-log-in.repository.ts';
import { newConnectionKey } from './secrets.ts';
import type { EndedSession } from './sessions.repository.ts';

/** A person as another service knows them; it proved that the address is theirs. */
export interface ProvedPerson {
  readonly email: string;
  /** Becomes the name of a new account. */
  readonly name: string | null;
}

interface Options {
  readonly database: Database;
  readonly signup: 'open' | 'invite' | 'closed';
  readonly setupNeeded: () => Promise<boolean>;
  /** True when accounts are used only after their address was confirmed by mail. */
  readonly confirmsAddresses: () => boolean;
  readonly onSessionsEnded: (sessions: EndedSession[]) => void;
  readonly now: () => Date;
}

/** Finds or makes the account of whoever proved an address at another service. */
export class AddressLogIn {
  readonly #repository: AddressLogInRepository;
  readonly #options: Options;

  constructor(options: Options) {
    this.#repository = new AddressLogInRepository(options.database);
    this.#options = options;
  }

  /** The account's id. Throws a 403 `not_linked` when somebody else may know its password, `signup_closed` when there is none. */
  async accountOf(person: ProvedPerson): Promise<number> {
    const found = await this.#repository.find(person.email);
    if (!found) return this.#create(person);
    if (found.disabled) throw forbidden('This account is disabled. Ask the operator of this server.');
    const { confirmsAddresses, onSessionsEnded, now } = this.#options;
    if (!confirmsAddresses()) {
      // Whoever signed up proved nothing. The operator let administrators in, and nobody knows a password that is not there.
      if (found.hasPassword && !found.isAdmin) throw notLinked();
      return found.id;
    }
    if (!found.confirmed) onSessionsEnded(await this.#repository.takeOver(found.id, now()));
    return found.id;
  }

  async #create(person: ProvedPerson): Promise<number> {
    const { setupNeeded, signup, now } = this.#options;
    if (await setupNeeded()) {
      throw forbidden('This server has no account yet. Make the first one with the link that the server printed.');
    }
    if (signup !== 'open') {
      throw new AppError(403, 'signup_closed', 'This server takes no new accounts. Ask its operator for one.');
    }
    const account = { ...person, connectionKey: newConnectionKey(), confirmedAt: now() };
    return (await this.#repository.create(account)) ?? this.accountOf(person);
  }
}

const notLinked = () =>
  new AppError(
    403,
    'not_linked',
    'There is an account with your address already, and this server never checked whose it is. Log in with its password, then link this log-in in your profile.',
  );
