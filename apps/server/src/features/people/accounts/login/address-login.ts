import type { Database } from '../../../../platform/database/index.ts';
import { AppError, because, forbidden } from '../../../../platform/errors.ts';
import { newConnectionKey } from '../secrets.ts';
import { AddressLoginRepository } from './address-login.repository.ts';
import type { EndedProofs } from './ways-in.sql.ts';

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
  /** Whether the owner of an address can be reached by mail. */
  readonly sendsMail: () => boolean;
  readonly onEnded: (ended: EndedProofs) => void;
  readonly now: () => Date;
}

/** Finds or makes the account of anyone who proved an address at another service. */
export class AddressLogin {
  readonly #repository: AddressLoginRepository;
  readonly #options: Options;

  constructor(options: Options) {
    this.#repository = new AddressLoginRepository(options.database);
    this.#options = options;
  }

  /**
   * The account's id. Throws a 403 `not_linked` when nothing ever proved that its owner reads the address (it may be a stranger's who typed
   * it), `signup_closed` when there is none.
   */
  async accountOf(person: ProvedPerson): Promise<number> {
    const found = await this.#repository.find(person.email);
    if (!found) return this.#create(person);
    if (found.disabled)
      throw forbidden('This account is disabled. Ask the operator of this server.', because('account_disabled'));
    if (found.proved) return found.id;
    const { sendsMail, onEnded, now } = this.#options;
    // A signup that waits for its mail holds nothing yet, so who proved the address has it.
    if (found.confirmed || !sendsMail()) throw notLinked(sendsMail());
    const ended = await this.#repository.takeOver(found.id, now());
    // Confirmed in this moment: by a link of its mail, or by an administrator, which proves nothing.
    if (!ended) return this.accountOf(person);
    onEnded(ended);
    return found.id;
  }

  async #create(person: ProvedPerson): Promise<number> {
    const { setupNeeded, signup, now } = this.#options;
    if (await setupNeeded()) {
      throw forbidden(
        'This server has no account yet. Make the first one with the link that the server printed.',
        because('setup_first'),
      );
    }
    if (signup !== 'open') {
      throw new AppError(
        403,
        'signup_closed',
        'This server takes no new accounts. Ask its operator for one.',
        because('signup_closed'),
      );
    }
    const account = { ...person, connectionKey: newConnectionKey(), provedAt: now() };
    return (await this.#repository.create(account)) ?? this.accountOf(person);
  }
}

const notLinked = (sendsMail: boolean) => {
  const other = sendsMail
    ? 'Reset its password by mail first, which proves that the address is yours.'
    : 'If it is not yours, ask the administrator of this server.';
  return new AppError(
    403,
    'not_linked',
    `There is an account with your address, but nobody has proved whose address it is. Log in with its password, then link this login in your profile. ${other}`,
    because(sendsMail ? 'address_unproved_mail' : 'address_unproved'),
  );
};
