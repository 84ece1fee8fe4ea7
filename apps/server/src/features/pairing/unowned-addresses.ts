import { createHash, randomBytes } from 'node:crypto';
import { email as emailSchema } from '@cyno/contract';

const maxAddresses = 1_000;
const idBytes = 6;

/** Whether boards wait here under an address that no account has. */
export const isUnowned = (accountId: number): boolean => accountId < 0;

/**
 * Addresses that no account has. Their boards wait as those of an account do, so that waiting does not tell which addresses have one; each
 * address has a negative number in the place of an account's id.
 */
export class UnownedAddresses {
  readonly #forgotten: (id: number) => void;
  /** The one that was named last stands last. */
  readonly #emails = new Map<number, string>();
  /** Accounts' ids count up from 1; these must not meet each other. */
  readonly #salt = randomBytes(16);

  constructor(forgotten: (id: number) => void) {
    this.#forgotten = forgotten;
  }

  /** Undefined: it is no address. */
  idOf(text: string): number | undefined {
    const { data: email } = emailSchema.safeParse(text);
    if (email === undefined) return undefined;
    const hash = createHash('sha256').update(this.#salt).update(email).digest();
    const id = -1 - hash.readUIntBE(0, idBytes);
    this.#emails.delete(id);
    this.#emails.set(id, email);
    const [oldest] = this.#emails.keys();
    if (this.#emails.size > maxAddresses && oldest !== undefined) {
      this.#emails.delete(oldest);
      this.#forgotten(oldest);
    }
    return id;
  }

  emailOf(id: number): string | undefined {
    return this.#emails.get(id);
  }
}
