import { and, count, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { recoveryCodes, totpSecrets } from '../../../platform/database/schema/index.ts';

type Transaction = Parameters<Parameters<Database['orm']['transaction']>[0]>[0];

/** The SQL of authenticator apps and recovery codes. */
export class TotpRepository {
  readonly #orm: Database['orm'];

  constructor(database: Database) {
    this.#orm = database.orm;
  }

  async find(accountId: number): Promise<{ secret: string; confirmedAt: Date | null } | undefined> {
    const rows = await this.#orm
      .select({ secret: totpSecrets.secret, confirmedAt: totpSecrets.confirmedAt })
      .from(totpSecrets)
      .where(eq(totpSecrets.accountId, accountId));
    return rows[0];
  }

  /** Keeps a secret that waits for its first code, in place of an earlier one; false when there is one that counts. */
  async prepare(accountId: number, secret: string, now: Date): Promise<boolean> {
    const fresh = { secret, createdAt: now, lastStep: null };
    const rows = await this.#orm
      .insert(totpSecrets)
      .values({ accountId, ...fresh })
      .onConflictDoUpdate({ target: totpSecrets.accountId, set: fresh, setWhere: isNull(totpSecrets.confirmedAt) })
      .returning({ accountId: totpSecrets.accountId });
    return rows.length > 0;
  }

  /** Lets a secret count, with the step of its first code and new recovery codes; false when it is not the one that waits. */
  async confirm(accountId: number, secret: string, first: { step: number; now: Date; codeHashes: string[] }) {
    return this.#orm.transaction(async (transaction) => {
      const rows = await transaction
        .update(totpSecrets)
        .set({ confirmedAt: first.now, lastStep: first.step })
        .where(
          and(eq(totpSecrets.accountId, accountId), eq(totpSecrets.secret, secret), isNull(totpSecrets.confirmedAt)),
        )
        .returning({ accountId: totpSecrets.accountId });
      if (rows.length === 0) return false;
      await replaceCodes(transaction, accountId, first.codeHashes);
      return true;
    });
  }

  /** Uses the code of a step up; false when it, or a later one, was used before. */
  async useStep(accountId: number, step: number): Promise<boolean> {
    const rows = await this.#orm
      .update(totpSecrets)
      .set({ lastStep: step })
      .where(
        and(
          eq(totpSecrets.accountId, accountId),
          isNotNull(totpSecrets.confirmedAt),
          or(isNull(totpSecrets.lastStep), lt(totpSecrets.lastStep, step)),
        ),
      )
      .returning({ accountId: totpSecrets.accountId });
    return rows.length > 0;
  }

  /** Removes the secret and the recovery codes; false when no secret counted. */
  async remove(accountId: number): Promise<boolean> {
    return this.#orm.transaction(async (transaction) => {
      const rows = await transaction
        .delete(totpSecrets)
        .where(eq(totpSecrets.accountId, accountId))
        .returning({ confirmedAt: totpSecrets.confirmedAt });
      await transaction.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
      return rows[0]?.confirmedAt != null;
    });
  }

  /** Ends the earlier codes; false when no secret counts. */
  async replaceCodes(accountId: number, codeHashes: string[]): Promise<boolean> {
    return this.#orm.transaction(async (transaction) => {
      // Locked, so that neither a second set of codes nor turning it off can come in between.
      const rows = await transaction
        .select({ accountId: totpSecrets.accountId })
        .from(totpSecrets)
        .where(and(eq(totpSecrets.accountId, accountId), isNotNull(totpSecrets.confirmedAt)))
        .for('update');
      if (rows.length === 0) return false;
      await replaceCodes(transaction, accountId, codeHashes);
      return true;
    });
  }

  async useCode(accountId: number, codeHash: string, now: Date): Promise<boolean> {
    const rows = await this.#orm
      .update(recoveryCodes)
      .set({ usedAt: now })
      .where(and(unused(accountId), eq(recoveryCodes.codeHash, codeHash)))
      .returning({ id: recoveryCodes.id });
    return rows.length > 0;
  }

  async countCodes(accountId: number): Promise<number> {
    const rows = await this.#orm.select({ n: count() }).from(recoveryCodes).where(unused(accountId));
    return rows[0]?.n ?? 0;
  }
}

const unused = (accountId: number) => and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt));

async function replaceCodes(transaction: Transaction, accountId: number, codeHashes: string[]): Promise<void> {
  await transaction.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await transaction.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ accountId, codeHash })));
}
