import { and, count, eq } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/index.ts';
import { mailLinks, notificationAddresses } from '../../../../platform/database/schema/index.ts';

export type NotificationAddressRow = Omit<typeof notificationAddresses.$inferSelect, 'accountId'>;

const listed = {
  id: notificationAddresses.id,
  email: notificationAddresses.email,
  confirmedAt: notificationAddresses.confirmedAt,
  createdAt: notificationAddresses.createdAt,
};

/** The SQL of addresses that get alerts besides the account's own. */
export class NotificationAddressesRepository {
  readonly #orm: Database['orm'];
  readonly #holding: Database['holding'];

  constructor(database: Database) {
    this.#orm = database.orm;
    this.#holding = database.holding;
  }

  async list(accountId: number): Promise<NotificationAddressRow[]> {
    return this.#orm
      .select(listed)
      .from(notificationAddresses)
      .where(eq(notificationAddresses.accountId, accountId))
      .orderBy(notificationAddresses.id);
  }

  async find(accountId: number, id: number): Promise<NotificationAddressRow | undefined> {
    const rows = await this.#orm.select(listed).from(notificationAddresses).where(ofAccount(accountId, id));
    return rows[0];
  }

  /** `full`: the account has `max` already; `known`: it has this one. */
  async add(
    address: { accountId: number; email: string; createdAt: Date; confirmedAt: Date | null },
    max: number,
  ): Promise<NotificationAddressRow | 'full' | 'known'> {
    return this.#holding({ table: 'accounts', id: address.accountId }, async (transaction) => {
      const [counted] = await transaction
        .select({ n: count() })
        .from(notificationAddresses)
        .where(eq(notificationAddresses.accountId, address.accountId));
      if ((counted?.n ?? 0) >= max) return 'full';
      const [row] = await transaction
        .insert(notificationAddresses)
        .values(address)
        .onConflictDoNothing()
        .returning(listed);
      return row ?? 'known';
    });
  }

  /** False when the account has no such address. */
  async remove(accountId: number, id: number): Promise<boolean> {
    return this.#orm.transaction(async (transaction) => {
      const [gone] = await transaction
        .delete(notificationAddresses)
        .where(ofAccount(accountId, id))
        .returning({ email: notificationAddresses.email });
      if (!gone) return false;
      await transaction
        .delete(mailLinks)
        .where(
          and(eq(mailLinks.accountId, accountId), eq(mailLinks.purpose, 'notify'), eq(mailLinks.email, gone.email)),
        );
      return true;
    });
  }
}

const ofAccount = (accountId: number, id: number) =>
  and(eq(notificationAddresses.accountId, accountId), eq(notificationAddresses.id, id));
