import type { NotificationAddress } from '@cyno/contract';
import type { Database } from '../../../../platform/database/index.ts';
import { AppError, badRequest, because, notFound } from '../../../../platform/errors.ts';
import type { AccountParts } from '../account-parts.ts';
import { NotificationAddressesRepository, type NotificationAddressRow } from './notification-addresses.repository.ts';

const maxAddresses = 10;

/** Where alerts of an account go besides its own address; each counts when anyone who reads it agreed. */
export class NotificationAddresses {
  readonly #parts: AccountParts;
  readonly #repository: NotificationAddressesRepository;

  constructor(parts: AccountParts, { database }: { database: Database }) {
    this.#parts = parts;
    this.#repository = new NotificationAddressesRepository(database);
  }

  async list(accountId: number): Promise<NotificationAddress[]> {
    return (await this.#repository.list(accountId)).map(toResponse);
  }

  /**
   * Adds an address and requests its confirmation by mail; where no mail is sent it counts at once. Throws a 409 for the eleventh and
   * for a known one.
   */
  async add(account: { id: number; email: string }, email: string, address: string): Promise<NotificationAddress> {
    const { throttle, post, now } = this.#parts;
    if (email === account.email) throw badRequest('Alerts go to your own address already.', because('own_address'));
    await throttle.mail(email, address);
    if (post.delivers) await post.check();
    const confirmedAt = post.delivers ? null : now();
    const added = await this.#repository.add(
      { accountId: account.id, email, createdAt: now(), confirmedAt },
      maxAddresses,
    );
    if (added === 'known')
      throw new AppError(409, 'conflict', 'This address is in the list already.', because('address_listed'));
    if (added === 'full') {
      throw new AppError(
        409,
        'limit_reached',
        `An account has at most ${maxAddresses} addresses. Remove one first.`,
        because('too_many_addresses', { max: maxAddresses }),
      );
    }
    if (confirmedAt === null) this.#sendConfirmation(account.id, email);
    return toResponse(added);
  }

  /** Sends an address the confirmation mail again; throws a 404 when the account has no such address, a 409 when it agreed already. */
  async resend(accountId: number, id: number, address: string): Promise<void> {
    const { throttle, post } = this.#parts;
    const found = await this.#repository.find(accountId, id);
    if (!found) throw notFound('address', String(id));
    if (found.confirmedAt)
      throw new AppError(409, 'conflict', 'This address is confirmed already.', because('address_confirmed'));
    await throttle.mail(found.email, address);
    await post.check();
    this.#sendConfirmation(accountId, found.email);
  }

  /** Throws a 404 when the account has no such address. */
  async remove(accountId: number, id: number): Promise<void> {
    if (!(await this.#repository.remove(accountId, id))) throw notFound('address', String(id));
  }

  #sendConfirmation(accountId: number, email: string): void {
    const { post, mailLinks } = this.#parts;
    post.later('notification address', () => mailLinks.newNotification(accountId, email));
  }
}

const toResponse = ({ id, email, confirmedAt, createdAt }: NotificationAddressRow): NotificationAddress => ({
  id,
  email,
  confirmed: confirmedAt !== null,
  createdAt: createdAt.getTime(),
});
