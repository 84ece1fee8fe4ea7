import { and, desc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { type Database, schema } from '../../../platform/database/index.ts';

const { accounts, annotations, dashboards, devices, deviceVisits, guestPasses, guestPassUses, publicLinks, shares } =
  schema;
const maxVisits = 10_000;
const maxNotes = 10_000;

/**
 * What the account shares and with whom, its public links and guest passes without what opens them, what others share with it, and
 * when it looked at that and what it wrote there.
 */
export async function sharedDataOf(orm: Database['orm'], accountId: number) {
  const { kind, email, role, createdAt, expiresAt } = shares;
  const thing = { device: devices.espid, dashboard: dashboards.name };
  const isOwn = sql`coalesce(${devices.accountId}, ${dashboards.accountId}) = ${accountId}`;
  const all = orm
    .select({ kind, ...thing, email, role, createdAt, expiresAt, accepted: isNotNull(shares.accountId) })
    .from(shares)
    .leftJoin(devices, eq(devices.id, shares.deviceId))
    .leftJoin(dashboards, eq(dashboards.id, shares.dashboardId));
  const own = await all.where(isOwn).orderBy(shares.id);
  const received = await orm
    .select({ kind, ...thing, role, createdAt, expiresAt, owner: accounts.email })
    .from(shares)
    .leftJoin(devices, eq(devices.id, shares.deviceId))
    .leftJoin(dashboards, eq(dashboards.id, shares.dashboardId))
    .innerJoin(accounts, sql`${accounts.id} = coalesce(${devices.accountId}, ${dashboards.accountId})`)
    .where(eq(shares.accountId, accountId))
    .orderBy(shares.id);
  const visits = await orm
    .select({ device: devices.espid, role: deviceVisits.role, from: deviceVisits.fromAt, to: deviceVisits.toAt })
    .from(deviceVisits)
    .innerJoin(devices, eq(devices.id, deviceVisits.deviceId))
    .where(eq(deviceVisits.accountId, accountId))
    .orderBy(desc(deviceVisits.toAt))
    .limit(maxVisits);
  const [links, passes, notes] = [
    await linksOf(orm, accountId),
    await passesOf(orm, accountId),
    await notesElsewhere(orm, accountId),
  ];
  return { own, received, visits, links, passes, notes };
}

function linksOf(orm: Database['orm'], accountId: number) {
  const { name, passwordHash, expiresAt, origins, createdAt, openedAt } = publicLinks;
  return orm
    .select({
      dashboard: dashboards.name,
      name,
      expiresAt,
      origins,
      createdAt,
      openedAt,
      hasPassword: isNotNull(passwordHash),
      /** The number of controls that visitors may operate. */
      controls: sql<number>`cardinality(${publicLinks.exposed})`,
    })
    .from(publicLinks)
    .innerJoin(dashboards, eq(dashboards.id, publicLinks.dashboardId))
    .where(eq(publicLinks.accountId, accountId))
    .orderBy(publicLinks.id);
}

async function passesOf(orm: Database['orm'], accountId: number) {
  const { id, name, title, target, offers, uses, fromAt, untilAt, createdAt, lastUsedAt, revokedAt } = guestPasses;
  const rows = await orm
    .select({
      id,
      device: devices.espid,
      name,
      title,
      target,
      offers,
      uses,
      from: fromAt,
      until: untilAt,
      createdAt,
      lastUsedAt,
      revokedAt,
    })
    .from(guestPasses)
    .innerJoin(devices, eq(devices.id, guestPasses.deviceId))
    .where(eq(guestPasses.accountId, accountId))
    .orderBy(guestPasses.id);
  const ids = rows.map((row) => row.id);
  const used = await orm
    .select({ passId: guestPassUses.passId, value: guestPassUses.value, at: guestPassUses.at })
    .from(guestPassUses)
    .where(inArray(guestPassUses.passId, ids))
    .orderBy(guestPassUses.at);
  return rows.map(({ id: passId, ...row }) => ({
    ...row,
    used: used.filter((use) => use.passId === passId).map(({ value, at }) => ({ value, at })),
  }));
}

/** What the account wrote on the time lines of others. */
function notesElsewhere(orm: Database['orm'], accountId: number) {
  const { fromAt, toAt, text, tone, createdAt, changedAt } = annotations;
  return orm
    .select({ device: devices.espid, from: fromAt, to: toAt, text, tone, createdAt, changedAt })
    .from(annotations)
    .innerJoin(devices, eq(devices.id, annotations.deviceId))
    .where(and(eq(annotations.authorId, accountId), ne(devices.accountId, accountId), isNull(annotations.deletedAt)))
    .orderBy(desc(annotations.id))
    .limit(maxNotes);
}
