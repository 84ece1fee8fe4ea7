import type { AdminUser, AdminUserPage, AdminUserQuery } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { AppError, because } from '../../../platform/errors.ts';
import { UserListRepository, type UserRow } from './user-list.repository.ts';

interface UsersOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** The plan of an account and its end, as `AdminUser` has them. */
  readonly planOf: (accountId: number) => Pick<AdminUser, 'plan' | 'planUntil'>;
  readonly devicesOf: (accountId: number) => readonly { readonly online: boolean }[];
}

/** Everybody who has an account, as administrators see them. */
export class Users {
  readonly #repository: UserListRepository;
  readonly #options: UsersOptions;

  constructor(options: UsersOptions) {
    this.#repository = new UserListRepository(options.database);
    this.#options = options;
  }

  async list(query: AdminUserQuery): Promise<AdminUserPage> {
    const [{ rows, next }, total] = await Promise.all([
      this.#repository.page(query, this.#now()),
      // Anyone who turns to the next page knows it already.
      query.cursor === undefined ? this.#repository.count(query) : null,
    ]);
    return { users: rows.map((row) => this.#toResponse(row)), total, next };
  }

  /** Throws a 404 when the account is gone. */
  async get(id: number): Promise<AdminUser> {
    const row = await this.#repository.find(id, this.#now());
    if (!row)
      throw new AppError(
        404,
        'not_found',
        'This account does not exist any more.',
        because('thing_not_found', { thing: 'account' }),
      );
    return this.#toResponse(row);
  }

  #toResponse({ createdAt, lastSeenAt, ...row }: UserRow): AdminUser {
    const devices = this.#options.devicesOf(row.id);
    return {
      ...row,
      createdAt: createdAt.getTime(),
      lastSeenAt: lastSeenAt?.getTime() ?? null,
      ...this.#options.planOf(row.id),
      devices: devices.length,
      onlineDevices: devices.filter((device) => device.online).length,
    };
  }

  #now(): Date {
    return new Date(this.#options.clock.now());
  }
}
