import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { type Database, readPages, schema } from '../../../platform/database/index.ts';

const { accounts, alerts, annotations, boardStarts, dashboards, dashboardVersions, devices, presence, signalHours } =
  schema;
const rowsPerRead = 2_000;
/** A version holds a whole dashboard. */
const versionsPerRead = 50;

/** The SQL of what stands beside the values of a device, and of earlier dashboards: some thousand rows at a time, oldest first. */
export class TimeLines {
  readonly #orm: Database['orm'];

  constructor({ orm }: Database) {
    this.#orm = orm;
  }

  /** The notes on a device's time line. */
  notes(deviceId: number) {
    const { id, fromAt, toAt, text, tone } = annotations;
    return readPages((last: { id: number } | undefined) =>
      this.#orm
        .select({ id, from: fromAt, to: toAt, text, tone, author: accounts.email })
        .from(annotations)
        .leftJoin(accounts, eq(accounts.id, annotations.authorId))
        .where(and(eq(annotations.deviceId, deviceId), isNull(annotations.deletedAt), gt(id, last?.id ?? 0)))
        .orderBy(id)
        .limit(rowsPerRead),
    );
  }

  /** What its owner was alerted of. */
  alerts(deviceId: number) {
    const { id, state, severity, kind, key, text, activeAt, acknowledgedAt, clearedAt } = alerts;
    return readPages((last: { id: number } | undefined) =>
      this.#orm
        .select({ id, state, severity, kind, key, text, activeAt, acknowledgedAt, by: accounts.email, clearedAt })
        .from(alerts)
        .innerJoin(devices, and(eq(devices.id, alerts.deviceId), eq(devices.accountId, alerts.accountId)))
        .leftJoin(accounts, eq(accounts.id, alerts.acknowledgedBy))
        .where(and(eq(alerts.deviceId, deviceId), ne(state, 'pending'), gt(id, last?.id ?? 0)))
        .orderBy(id)
        .limit(rowsPerRead),
    );
  }

  /** How well a board heard its access point, by the hour, dBm. */
  signal(deviceId: number) {
    const { hour, weakest, strongest } = signalHours;
    return readPages((last: { hour: number } | undefined) =>
      this.#orm
        .select({ hour, weakest, strongest })
        .from(signalHours)
        .where(and(eq(signalHours.deviceId, deviceId), gt(hour, last?.hour ?? -1)))
        .orderBy(hour)
        .limit(rowsPerRead),
    );
  }

  /** When a board reported its start. */
  starts(deviceId: number) {
    const { at } = boardStarts;
    return readPages((last: { at: number } | undefined) =>
      this.#orm
        .select({ at })
        .from(boardStarts)
        .where(and(eq(boardStarts.deviceId, deviceId), gt(at, last?.at ?? -1)))
        .orderBy(at)
        .limit(rowsPerRead),
    );
  }

  /** When a board was connected. */
  connected(deviceId: number) {
    const { onlineAt, offlineAt } = presence;
    return readPages((last: { from: number } | undefined) =>
      this.#orm
        .select({ from: onlineAt, to: offlineAt })
        .from(presence)
        .where(and(eq(presence.deviceId, deviceId), gt(onlineAt, last?.from ?? -1)))
        .orderBy(onlineAt)
        .limit(rowsPerRead),
    );
  }

  /** What the account's dashboards were before their changes. */
  dashboardVersions(accountId: number) {
    const { dashboardId, version, name, widgets, espids, follows, savedAt } = dashboardVersions;
    return readPages((last: { dashboardId: number; version: number } | undefined) =>
      this.#orm
        .select({ dashboardId, dashboard: dashboards.name, version, name, widgets, espids, follows, savedAt })
        .from(dashboardVersions)
        .innerJoin(dashboards, eq(dashboards.id, dashboardId))
        .where(
          and(
            eq(dashboards.accountId, accountId),
            last && sql`(${dashboardId}, ${version}) > (${last.dashboardId}, ${last.version})`,
          ),
        )
        .orderBy(dashboardId, version)
        .limit(versionsPerRead),
    );
  }
}
