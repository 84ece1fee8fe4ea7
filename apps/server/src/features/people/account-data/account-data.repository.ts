import { and, count, desc, eq, getTableColumns, isNotNull, isNull, lt, ne } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { schema } from '../../../platform/database/index.ts';
import { deviceListOf } from './device-list.ts';
import { variablesOf } from './device-variables.repository.ts';
import { sharedDataOf } from './shared-data.repository.ts';
import { TimeLines } from './time-lines.repository.ts';

const {
  accessTokens,
  accounts,
  alertRules,
  auditLog,
  automationRuns,
  automations,
  boardClaims,
  boardEvents,
  commands,
  connectionKeys,
  contactPoints,
  dashboards,
  deviceLog,
  devices,
  escalationPeople,
  firmwareImages,
  firmwareJobs,
  formerEmails,
  identities,
  invoices,
  maintenanceDevices,
  maintenanceWindows,
  notificationAddresses,
  notificationPolicies,
  outputs,
  passkeys,
  pendingBoards,
  projectDevices,
  projects,
  recoveryCodes,
  rollouts,
  scenes,
  sessions,
  subscriptions,
  totpSecrets,
} = schema;

const rowsPerRead = 5_000;
/** Not many more are stored of a device. */
const maxCommands = 10_000;
const maxRuns = 100_000;

/** A device as an export needs it. */
export interface ExportedDevice {
  readonly id: number;
  readonly espid: string;
}

/** A run of an automation as an export has it. */
export type ExportedRun = Pick<
  typeof automationRuns.$inferSelect,
  'automationId' | 'phase' | 'dueAt' | 'at' | 'outcome' | 'why' | 'result'
>;

/** The SQL of what an account may take with it: never a secret, nor the hash of one. */
export class AccountDataRepository {
  readonly timeLines: TimeLines;
  readonly #orm: Database['orm'];

  constructor(database: Database) {
    this.timeLines = new TimeLines(database);
    this.#orm = database.orm;
  }

  /** Files of the archive by name, each as it is to be written as JSON. */
  async documents(accountId: number): Promise<Record<string, unknown>> {
    return {
      'account.json': await this.#account(accountId),
      'sessions.json': await this.#sessions(accountId),
      'access-tokens.json': await this.#accessTokens(accountId),
      'identities.json': await this.#identities(accountId),
      'two-step.json': await this.#twoStep(accountId),
      'notification-addresses.json': await this.#notificationAddresses(accountId),
      'notifications.json': await this.#notifications(accountId),
      'plan.json': await this.#plan(accountId),
      'boards.json': await this.#boards(accountId),
      'devices.json': await this.#devices(accountId),
      'device-list.json': await deviceListOf(this.#orm, accountId),
      'alert-rules.json': await this.#alertRules(accountId),
      'maintenance.json': await this.#maintenance(accountId),
      'scenes.json': await this.#scenes(accountId),
      'dashboards.json': await this.#dashboards(accountId),
      'sharing.json': await sharedDataOf(this.#orm, accountId),
      'projects.json': await this.#projects(accountId),
      'firmware.json': await this.#firmware(accountId),
      'administration.json': await this.#audit(accountId),
    };
  }

  /** Also those that were deleted and can still be brought back. */
  async listDevices(accountId: number): Promise<ExportedDevice[]> {
    return this.#orm
      .select({ id: devices.id, espid: devices.espid })
      .from(devices)
      .where(eq(devices.accountId, accountId))
      .orderBy(devices.order, devices.id);
  }

  /** The event log of a device, the newest line first, 5,000 at a time. */
  async *logLines(deviceId: number): AsyncGenerator<Pick<typeof deviceLog.$inferSelect, 'at' | 'kind' | 'text'>[]> {
    const ofDevice = eq(deviceLog.deviceId, deviceId);
    // From the last one on, not by their number: new lines come meanwhile.
    for (let last: number | undefined; ; ) {
      const lines = await this.#orm
        .select()
        .from(deviceLog)
        .where(last === undefined ? ofDevice : and(ofDevice, lt(deviceLog.id, last)))
        .orderBy(desc(deviceLog.id))
        .limit(rowsPerRead);
      if (lines.length > 0) yield lines;
      if (lines.length < rowsPerRead) return;
      last = lines.at(-1)?.id;
    }
  }

  /** The commands of a device, the newest first. */
  listCommands(deviceId: number): Promise<(typeof commands.$inferSelect)[]> {
    return this.#orm
      .select()
      .from(commands)
      .where(eq(commands.deviceId, deviceId))
      .orderBy(desc(commands.id))
      .limit(maxCommands);
  }

  /** What the automations of a device did, the newest first. */
  listRuns(deviceId: number): Promise<ExportedRun[]> {
    const { automationId, phase, dueAt, at, outcome, why, result } = automationRuns;
    return this.#orm
      .select({ automationId, phase, dueAt, at, outcome, why, result })
      .from(automationRuns)
      .innerJoin(automations, eq(automations.id, automationId))
      .where(and(eq(automations.deviceId, deviceId), ne(outcome, 'waiting')))
      .orderBy(desc(automationRuns.id))
      .limit(maxRuns);
  }

  async #account(id: number) {
    const { email, name, member, timeZone, dateFormat, language, createdAt, confirmedAt } = accounts;
    const [account] = await this.#orm
      .select({ email, name, member, timeZone, dateFormat, language, createdAt, confirmedAt })
      .from(accounts)
      .where(eq(accounts.id, id));
    const former = await this.#orm
      .select({ email: formerEmails.email, until: formerEmails.createdAt })
      .from(formerEmails)
      .where(eq(formerEmails.accountId, id));
    return { ...account, formerEmails: former };
  }

  #alertRules(accountId: number) {
    const { id, name, enabled, severity, scope, condition, mutedUntil, createdAt, deletedAt } = alertRules;
    return this.#orm
      .select({ id, name, enabled, severity, scope, condition, mutedUntil, createdAt, deletedAt })
      .from(alertRules)
      .where(eq(alertRules.accountId, accountId))
      .orderBy(id);
  }

  async #maintenance(accountId: number) {
    const { id, tag, groupId, from, until, weekly } = maintenanceWindows;
    const windows = await this.#orm
      .select({ id, tag, groupId, from, until, weekly })
      .from(maintenanceWindows)
      .where(eq(maintenanceWindows.accountId, accountId))
      .orderBy(id);
    const named = await this.#orm
      .select({ windowId: maintenanceDevices.windowId, espid: devices.espid })
      .from(maintenanceDevices)
      .innerJoin(devices, eq(devices.id, maintenanceDevices.deviceId))
      .innerJoin(maintenanceWindows, eq(id, maintenanceDevices.windowId))
      .where(and(eq(maintenanceWindows.accountId, accountId), eq(devices.accountId, accountId)));
    const byWindow = Map.groupBy(named, ({ windowId }) => windowId);
    return windows.map((window) => ({
      ...window,
      devices: (byWindow.get(window.id) ?? []).map(({ espid }) => espid),
    }));
  }

  #scenes(accountId: number) {
    const { id, name, actions, createdAt, updatedAt } = scenes;
    return this.#orm
      .select({ id, name, actions, createdAt, updatedAt })
      .from(scenes)
      .where(and(eq(scenes.accountId, accountId), isNull(scenes.deletedAt)))
      .orderBy(id);
  }

  #dashboards(accountId: number) {
    const { name, espids, follows, widgets, template, editedAt, createdAt, deletedAt } = dashboards;
    return this.#orm
      .select({ device: devices.espid, name, espids, follows, widgets, template, editedAt, createdAt, deletedAt })
      .from(dashboards)
      .leftJoin(devices, eq(devices.id, dashboards.deviceId))
      .where(eq(dashboards.accountId, accountId))
      .orderBy(dashboards.id);
  }

  #sessions(accountId: number) {
    const { userAgent, ip, createdAt, lastSeenAt, expiresAt } = sessions;
    return this.#orm
      .select({ userAgent, ip, createdAt, lastSeenAt, expiresAt })
      .from(sessions)
      .where(eq(sessions.accountId, accountId));
  }

  #accessTokens(accountId: number) {
    const { name, scope, createdAt, lastUsedAt, expiresAt } = accessTokens;
    return this.#orm
      .select({ name, scope, createdAt, lastUsedAt, expiresAt })
      .from(accessTokens)
      .where(eq(accessTokens.accountId, accountId));
  }

  #identities(accountId: number) {
    const { provider, issuer, subject, email, name, createdAt, lastUsedAt } = identities;
    return this.#orm
      .select({ provider, issuer, subject, email, name, createdAt, lastUsedAt })
      .from(identities)
      .where(eq(identities.accountId, accountId));
  }

  async #twoStep(accountId: number) {
    const [app] = await this.#orm
      .select({ confirmedAt: totpSecrets.confirmedAt })
      .from(totpSecrets)
      .where(and(eq(totpSecrets.accountId, accountId), isNotNull(totpSecrets.confirmedAt)));
    const [codes] = await this.#orm
      .select({ left: count() })
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt)));
    const { name, backedUp, createdAt, lastUsedAt } = passkeys;
    const keys = await this.#orm
      .select({ name, backedUp, createdAt, lastUsedAt })
      .from(passkeys)
      .where(eq(passkeys.accountId, accountId));
    return { authenticatorAppSince: app?.confirmedAt ?? null, recoveryCodesLeft: codes?.left ?? 0, passkeys: keys };
  }

  #notificationAddresses(accountId: number) {
    const { email, confirmedAt, createdAt } = notificationAddresses;
    return this.#orm
      .select({ email, confirmedAt, createdAt })
      .from(notificationAddresses)
      .where(eq(notificationAddresses.accountId, accountId));
  }

  async #notifications(accountId: number) {
    const { kind, name, createdAt } = contactPoints;
    const services = await this.#orm
      .select({ kind, name, createdAt })
      .from(contactPoints)
      .where(eq(contactPoints.accountId, accountId));
    const [chosen] = await this.#orm
      .select({ policy: notificationPolicies.policy })
      .from(notificationPolicies)
      .where(eq(notificationPolicies.accountId, accountId));
    const named = await this.#orm
      .select({ id: escalationPeople.id, name: escalationPeople.name, declinedAt: escalationPeople.declinedAt })
      .from(escalationPeople)
      .where(eq(escalationPeople.accountId, accountId));
    return { services, policy: chosen?.policy ?? null, people: named };
  }

  async #plan(accountId: number) {
    const { plan, source, status, since, periodEnd, paidWith } = subscriptions;
    const [subscription] = await this.#orm
      .select({ plan, source, status, since, periodEnd, paidWith })
      .from(subscriptions)
      .where(eq(subscriptions.accountId, accountId));
    const { number, description, amountMinor, currency, status: invoiceStatus, issuedAt } = invoices;
    const paid = await this.#orm
      .select({ number, description, amountMinor, currency, status: invoiceStatus, issuedAt })
      .from(invoices)
      .where(eq(invoices.accountId, accountId))
      .orderBy(invoices.issuedAt);
    return { subscription: subscription ?? null, invoices: paid };
  }

  async #boards(accountId: number) {
    const { espid, state, ip, seenAt, wasDeleted } = pendingBoards;
    const waiting = await this.#orm
      .select({ espid, state, ip, seenAt, wasDeleted })
      .from(pendingBoards)
      .where(eq(pendingBoards.accountId, accountId));
    const { createdAt, retiredAt, ended } = connectionKeys;
    const keys = await this.#orm
      .select({ createdAt, retiredAt, ended })
      .from(connectionKeys)
      .where(eq(connectionKeys.accountId, accountId));
    const { espid: claimed, state: claimState, openedAt, decidedAt } = boardClaims;
    const claims = await this.#orm
      .select({ espid: claimed, state: claimState, openedAt, decidedAt })
      .from(boardClaims)
      .where(eq(boardClaims.claimantId, accountId));
    return { waiting, connectionKeys: keys, claims };
  }

  async #devices(accountId: number) {
    const rows = await this.#orm
      .select()
      .from(devices)
      .where(eq(devices.accountId, accountId))
      .orderBy(devices.order, devices.id);
    const { deviceId: _, ...outputColumns } = getTableColumns(outputs);
    const { deviceId: __, ...eventColumns } = getTableColumns(boardEvents);
    const { id: number, name, enabled, definition, createdAt, updatedAt } = automations;
    return Promise.all(
      rows.map(async ({ id, accountId: ___, verifiedKeyId, ...device }) => ({
        ...device,
        verified: verifiedKeyId !== null,
        outputs: await this.#orm.select(outputColumns).from(outputs).where(eq(outputs.deviceId, id)),
        events: await this.#orm.select(eventColumns).from(boardEvents).where(eq(boardEvents.deviceId, id)),
        automations: await this.#orm
          .select({ id: number, name, enabled, definition, createdAt, updatedAt })
          .from(automations)
          .where(and(eq(automations.deviceId, id), isNull(automations.deletedAt)))
          .orderBy(automations.id),
        ...(await variablesOf(this.#orm, id)),
      })),
    );
  }

  async #projects(accountId: number) {
    const { id, name, setup, createdAt, updatedAt } = projects;
    const rows = await this.#orm
      .select({ id, name, setup, createdAt, updatedAt })
      .from(projects)
      .where(eq(projects.accountId, accountId))
      .orderBy(projects.id);
    const links = await this.#orm
      .select({ projectId: projectDevices.projectId, espid: devices.espid })
      .from(projectDevices)
      .innerJoin(projects, eq(projects.id, projectDevices.projectId))
      .innerJoin(devices, eq(devices.id, projectDevices.deviceId))
      .where(eq(projects.accountId, accountId));
    return rows.map(({ id: projectId, ...row }) => ({
      ...row,
      devices: links.filter((one) => one.projectId === projectId).map(({ espid }) => espid),
    }));
  }

  /** Without the files, which are their owner's already. */
  async #firmware(accountId: number) {
    const { fileName, version, notes, family, bytes, md5, uploadedAt } = firmwareImages;
    const { state, createdAt, finishedAt, reason } = firmwareJobs;
    return {
      images: await this.#orm
        .select({ fileName, version, notes, family, bytes, md5, uploadedAt })
        .from(firmwareImages)
        .where(eq(firmwareImages.accountId, accountId))
        .orderBy(firmwareImages.id),
      updates: await this.#orm
        .select({
          espid: devices.espid,
          state,
          createdAt,
          finishedAt,
          reason,
          fileName: rollouts.fileName,
          version: rollouts.version,
          by: rollouts.by,
        })
        .from(firmwareJobs)
        .innerJoin(rollouts, eq(rollouts.id, firmwareJobs.rolloutId))
        .innerJoin(devices, eq(devices.id, firmwareJobs.deviceId))
        .where(eq(rollouts.accountId, accountId))
        .orderBy(firmwareJobs.id),
    };
  }

  /** What administrators did about the account; who they are is theirs. */
  #audit(accountId: number) {
    const { at, action } = auditLog;
    return this.#orm.select({ at, action }).from(auditLog).where(eq(auditLog.targetId, accountId)).orderBy(auditLog.id);
  }
}
