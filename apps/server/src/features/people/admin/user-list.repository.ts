import type { AccountState, AdminUser, AdminUserQuery, Member, UserSort } from '@cyno/contract';
import { and, asc, count, desc, eq, gt, ilike, isNotNull, isNull, like, lt, max, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { accounts, sessions, totpSecrets } from '../../../platform/database/schema/index.ts';
import { badRequest, because } from '../../../platform/errors.ts';
import { partOf } from './part-of.ts';
import { isGood } from './sharing.sql.ts';

/** What the tables of accounts store about somebody. */
export interface UserRow {
  readonly id: number;
  readonly email: string;
  readonly name: string | null;
  readonly member: Member;
  readonly state: AccountState;
  readonly sessions: number;
  readonly sharing: AdminUser['sharing'];
  readonly createdAt: Date;
  readonly lastSeenAt: Date | null;
  readonly twoStep: boolean;
}

/** Conditions of each state; the first that fits counts. */
const states: Record<AccountState, SQL | undefined> = {
  disabled: isNotNull(accounts.disabledAt),
  closing: and(isNull(accounts.disabledAt), isNotNull(accounts.deleteAfter)),
  unconfirmed: and(isNull(accounts.disabledAt), isNull(accounts.deleteAfter), isNull(accounts.confirmedAt)),
  active: and(isNull(accounts.disabledAt), isNull(accounts.deleteAfter), isNotNull(accounts.confirmedAt)),
};

const state = sql<AccountState>`case when ${accounts.disabledAt} is not null then 'disabled'
  when ${accounts.deleteAfter} is not null then 'closing'
  when ${accounts.confirmedAt} is null then 'unconfirmed' else 'active' end`;

/** The SQL of the list of people. Pages follow a key, so that the last of 100,000 people cost what the first do. */
export class UserListRepository {
  readonly #orm: Database['orm'];

  constructor(database: Database) {
    this.#orm = database.orm;
  }

  /** Throws a 400 for a cursor that is none of this order. */
  async page(query: AdminUserQuery, now: Date): Promise<{ rows: UserRow[]; next: string | null }> {
    const { sort, cursor, limit } = query;
    const rows = await this.#select(now)
      .where(and(fits(query), cursor === undefined ? undefined : behind(sort, cursor)))
      .orderBy(orders[sort])
      .limit(limit + 1);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return { rows: page, next: rows.length > limit && last ? keyOf(sort, last) : null };
  }

  async count(query: AdminUserQuery): Promise<number> {
    const rows = await this.#orm.select({ n: count() }).from(accounts).where(fits(query));
    return rows[0]?.n ?? 0;
  }

  async find(id: number, now: Date): Promise<UserRow | undefined> {
    const rows = await this.#select(now).where(eq(accounts.id, id));
    return rows[0];
  }

  #select(now: Date) {
    // Read for the accounts of the page only: a join would read the sessions of everybody.
    const signedIn = this.#orm
      .select({ n: count().as('n'), lastSeenAt: max(sessions.lastSeenAt).as('last_seen_at') })
      .from(sessions)
      .where(and(eq(sessions.accountId, accounts.id), gt(sessions.expiresAt, now)))
      .as('signed_in');
    return this.#orm
      .select({
        id: accounts.id,
        email: accounts.email,
        name: accounts.name,
        member: accounts.member,
        state,
        createdAt: accounts.createdAt,
        sessions: signedIn.n,
        lastSeenAt: signedIn.lastSeenAt,
        sharing: sharingOf(now.getTime()),
        twoStep: sql<boolean>`exists (select 1 from ${totpSecrets} where ${totpSecrets.accountId} = ${accounts.id}
            and ${totpSecrets.confirmedAt} is not null)`,
      })
      .from(accounts)
      .crossJoinLateral(signedIn)
      .$dynamic();
  }
}

/** Read for the accounts of the page only, by indexes. */
const sharingOf = (now: number) => ({
  // One condition on both kinds would go through the shares of everybody for each account.
  shares: sql`(select count(*) from (
      select expires_at from devices join shares on shares.device_id = devices.id where devices.account_id = ${accounts.id}
      union all
      select expires_at from dashboards join shares on shares.dashboard_id = dashboards.id
        where dashboards.account_id = ${accounts.id}
    ) as given where expires_at is null or expires_at > ${now})`.mapWith(Number),
  links: sql`(select count(*) from public_links where account_id = ${accounts.id}
    and (expires_at is null or expires_at > ${now}))`.mapWith(Number),
  passes: sql`(select count(*) from guest_passes where account_id = ${accounts.id} and ${isGood(now)})`.mapWith(Number),
});

function fits({ q, member, state: wanted }: AdminUserQuery): SQL | undefined {
  return and(
    // Addresses are stored in lower case, and LIKE takes a third of the time of ILIKE.
    q ? or(like(accounts.email, partOf(q.toLowerCase())), ilike(accounts.name, partOf(q))) : undefined,
    member === undefined ? undefined : eq(accounts.member, member),
    wanted === undefined ? undefined : states[wanted],
  );
}

const orders: Record<UserSort, SQL> = {
  newest: desc(accounts.id),
  oldest: asc(accounts.id),
  email: asc(accounts.email),
};

const keyOf = (sort: UserSort, row: UserRow): string => (sort === 'email' ? row.email : String(row.id));

function behind(sort: UserSort, cursor: string): SQL {
  if (sort === 'email') return gt(accounts.email, cursor);
  const id = Number(cursor);
  if (!/^\d{1,10}$/.test(cursor) || id > 2 ** 31 - 1)
    throw badRequest('This is not a page of the list. Start again.', because('list_changed'));
  return sort === 'newest' ? lt(accounts.id, id) : gt(accounts.id, id);
}
