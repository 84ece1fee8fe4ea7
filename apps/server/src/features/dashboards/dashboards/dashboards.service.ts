import {
  type AccountDashboard,
  type ConfirmAccountDashboard,
  type DashboardList,
  type DashboardTemplate,
  type DashboardVersion,
  type DeviceDashboard,
  type DeviceRight,
  type DeviceRole,
  type DeviceVariable,
  type FollowedDevices,
  hasRight,
  type Language,
  maxDashboards,
  type NewDashboard,
  type SaveAccountDashboard,
  type SaveDashboard,
  type ShareRole,
} from '@cyno/contract';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, badRequest, because, forbidden, notFound } from '../../../platform/errors.ts';
import { KeyedQueue } from '../../../platform/keyed-queue.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import { findTemplate, fromVariables, fromVariablesName, templateIn, templates } from '../templates/index.ts';
import {
  approvedAfter,
  approvedOf,
  type ChosenDashboard,
  type Editor,
  knownToOthers,
  seenOf,
  waitingOf,
} from './approval.ts';
import { checkSeen, seenAmong } from './changed-devices.ts';
import { chosenEspids, followedDevices, withChosen, withOwned } from './chosen-devices.ts';
import {
  type ChangeDeps,
  changedAt,
  changedMeanwhile,
  checkChange,
  contentOf,
  describe,
  summarize,
  versionsOf,
} from './dashboard-contents.ts';
import { accountDashboardsChanged, deviceDashboardChanged } from './dashboards.events.ts';
import type { DashboardContent, DashboardRow, DashboardsRepository } from './dashboards.repository.ts';
import type { readingDashboards } from './reading-dashboards.repository.ts';
import { madeFrom, offersFor } from './template-offers.ts';

/** Deleted dashboards can be brought back for so long. */
const graceMs = 7 * 24 * 60 * 60_000;

/** With whom dashboards are shared. */
export interface DashboardSharing {
  /** In which role the dashboard is shared with the account now; null: it is not. */
  dashboardRoleOf(accountId: number, dashboardId: number): ShareRole | null;
  /** The dashboards of others that are shared with the account now. */
  dashboardsSharedWith(accountId: number): readonly number[];
  /** The accounts that the dashboard is shared with now. */
  accountsSharing(dashboardId: number): readonly number[];
}

interface DashboardsDeps extends DashboardSharing, ChangeDeps {
  readonly repository: DashboardsRepository;
  readonly listReading: ReturnType<typeof readingDashboards>;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  variablesOf(deviceId: number): DeviceVariable[];
  languageOf(accountId: number): Promise<Language>;
}

/**
 * The dashboard of each device, made from the template that its board announces or from one that somebody chooses, and those that
 * belong to an account and not to one device.
 */
export class Dashboards {
  readonly #deps: DashboardsDeps;
  /** One dashboard of an account's is added at a time: of two at once both would be the last that fits. */
  readonly #queue = new KeyedQueue<number>();

  constructor(deps: DashboardsDeps) {
    this.#deps = deps;
  }

  /** What the device's Dashboard tab shows. */
  async ofDevice(device: DeviceRecord): Promise<DeviceDashboard> {
    return this.#describeOfDevice(device, await this.#findOfDevice(device));
  }

  async #describeOfDevice(device: DeviceRecord, row: DashboardRow | undefined): Promise<DeviceDashboard> {
    const keys = new Set(this.#deps.variablesOf(device.id).map(({ key }) => key));
    return {
      dashboard: row ? this.#describeContent(row, withChosen(row, row, this.#deps.devices)) : null,
      announced: device.template === null ? null : { template: device.template, version: device.templateVersion ?? 0 },
      ...offersFor(device, row, { keys, language: await this.#deps.languageOf(device.accountId) }),
    };
  }

  /** The names of the owner's dashboards with widgets of a variable of the device. */
  async namesReading(device: DeviceRecord, key: string): Promise<string[]> {
    const { listReading, devices } = this.#deps;
    const found = await listReading(device.accountId, key);
    return found
      .filter((dashboard) =>
        dashboard.named.some((espid) =>
          espid === null ? chosenEspids(dashboard, devices).includes(device.espid) : espid === device.espid,
        ),
      )
      .map(({ name, deviceId }) => name ?? devices.findById(deviceId ?? 0)?.name ?? 'Dashboard');
  }

  /** Puts a template's widgets in the place of the device's dashboard. Throws a 400 for a template that does not exist. */
  async takeTemplate(device: DeviceRecord, editor: Editor, name: string): Promise<DeviceDashboard> {
    const variables = this.#deps.variablesOf(device.id);
    if (name === fromVariablesName && variables.length === 0) {
      throw badRequest('The board has not sent anything yet. Wait for its first values.', because('no_values_yet'));
    }
    const template = name === fromVariablesName ? fromVariables(variables) : findTemplate(name);
    if (!template)
      throw badRequest(`There is no ready-made dashboard "${name}". Choose one of the list.`, because('list_changed'));
    const content = madeFrom(templateIn(template, await this.#deps.languageOf(editor.id)));
    if (!(await this.#addFirst(device, content, editor))) {
      await this.#replace(await this.#getOfDevice(device), content, { editor });
    }
    return this.ofDevice(device);
  }

  /**
   * Saves a device's dashboard that somebody edited. Throws a 400 when a widget does not fit its board or names a device that
   * may not be shown, a 409 when it is not based on the present version.
   */
  async saveOfDevice(
    device: DeviceRecord,
    editor: Editor,
    { name, widgets, basedOn }: SaveDashboard,
  ): Promise<DeviceDashboard> {
    const present = await this.#findOfDevice(device);
    const place = { accountId: device.accountId, deviceId: device.id };
    const before = present ?? { name, espids: [], follows: null, template: null, templateVersion: null };
    const content = { ...contentOf({ ...before, widgets, editedAt: this.#deps.clock.now() }), name };
    await checkChange(this.#deps, { changed: content, place, present, editorId: editor.id });
    if (basedOn === null) {
      const added = await this.#addFirst(device, content, editor);
      if (!added) throw changedMeanwhile();
      return this.#describeOfDevice(device, added);
    }
    if (present?.version !== basedOn) throw changedMeanwhile();
    return this.#describeOfDevice(device, await this.#replace(present, content, { editor }));
  }

  /** The present version of the device's dashboard and those before it, newest first; empty when it has none. */
  async versionsOfDevice(device: DeviceRecord): Promise<DashboardVersion[]> {
    const row = await this.#findOfDevice(device);
    return row ? versionsOf(this.#deps.repository, row) : [];
  }

  /** Makes a new version of an earlier one. Throws a 404 when that is not stored. */
  async restoreOfDevice(device: DeviceRecord, editor: Editor, version: number): Promise<DeviceDashboard> {
    const present = await this.#findOfDevice(device);
    if (!present) throw notFound('version', String(version));
    await this.#restore(present, editor, version);
    return this.ofDevice(device);
  }

  /** Its owner has looked at the device's dashboard as it is, so that others may get all of it. Throws a 409 for another version. */
  async confirmOfDevice(device: DeviceRecord, version: number): Promise<DeviceDashboard> {
    await this.#confirm(await this.#getOfDevice(device), { version, espids: [device.espid] });
    return this.ofDevice(device);
  }

  /** Makes the dashboard of a board that reported its kit, unless the device has one. */
  templateAnnounced(device: DeviceRecord): void {
    const template = device.template === null ? undefined : findTemplate(device.template);
    if (!template) return;
    this.#addReadyMade(device, template).catch((err: unknown) =>
      this.#deps.log.warn({ err, espid: device.espid }, 'A dashboard could not be made'),
    );
  }

  async #addReadyMade(device: DeviceRecord, template: DashboardTemplate): Promise<void> {
    await this.#addFirst(device, madeFrom(templateIn(template, await this.#deps.languageOf(device.accountId))));
  }

  /** The ready-made dashboards, in the language of an account. */
  async templatesFor(accountId: number): Promise<DashboardTemplate[]> {
    const language = await this.#deps.languageOf(accountId);
    return templates.map((template) => templateIn(template, language));
  }

  /** The device's dashboard as one of the account that has the device now. */
  async #findOfDevice({ id, accountId }: DeviceRecord): Promise<DashboardRow | undefined> {
    const row = await this.#deps.repository.find(id);
    return row && { ...row, accountId };
  }

  async #getOfDevice(device: DeviceRecord): Promise<DashboardRow> {
    const row = await this.#findOfDevice(device);
    if (!row) throw changedMeanwhile();
    return row;
  }

  /** Makes the device's dashboard; undefined when it has one. Of what its owner did not make others get nothing before the owner has looked. */
  async #addFirst(
    { id, accountId, espid }: DeviceRecord,
    content: DashboardContent,
    editor?: Editor,
  ): Promise<DashboardRow | undefined> {
    const { repository, clock } = this.#deps;
    const isSeen = !editor || (editor.id === accountId && editor.sessionId !== null);
    const approved = isSeen ? null : approvedOf({ espids: [espid], widgets: [] });
    const added = await repository.addFirst({ id, accountId }, { ...content, approved }, clock.now());
    if (added) this.#deps.bus.publish(deviceDashboardChanged, { deviceId: id, accountId });
    return added;
  }

  /** The account's own and those that are shared with it, the newest change first, and what it deleted recently. */
  async list(accountId: number): Promise<DashboardList> {
    const { repository, clock } = this.#deps;
    const rows = await repository.list(accountId, this.#deps.dashboardsSharedWith(accountId));
    const deleted = await repository.listDeleted(accountId, clock.now() - graceMs);
    const devices = withOwned(this.#deps.devices, accountId);
    return {
      dashboards: rows.flatMap((row) => {
        const role = this.#roleOf(accountId, row);
        if (!role) return [];
        const chosen = withChosen(row, row, devices);
        return [summarize(role === 'owner' ? chosen : knownToOthers(chosen, row.seen), role)];
      }),
      deleted: deleted.map(({ id, name, deletedAt }) => ({ id, name, restorableUntil: (deletedAt ?? 0) + graceMs })),
    };
  }

  /** Throws a 404 when it is none of the account's, a 403 when the account's role is too small. */
  async get(accountId: number, id: number): Promise<AccountDashboard> {
    return this.#describe(accountId, await this.find(accountId, id, 'view'));
  }

  /** The dashboard when the account has the right to it. Throws a 404 or 403 otherwise. */
  async find(accountId: number, id: number, right: DeviceRight): Promise<DashboardRow> {
    const row = await this.#deps.repository.findById(id);
    const role = row && row.deviceId === null ? this.#roleOf(accountId, row) : null;
    if (!row || role === null) throw notFound('dashboard', String(id));
    if (!hasRight(role, right))
      throw forbidden('You may not do this with the dashboard. Ask its owner.', because('not_allowed'));
    return row;
  }

  /** Throws `limit_reached` above 100, a 400 for widgets that do not fit their boards or that the account may not show. */
  async create(accountId: number, { name, widgets, ...request }: NewDashboard): Promise<AccountDashboard> {
    const { repository, clock } = this.#deps;
    const chosen = { espids: request.follows === null ? request.espids : [], follows: request.follows };
    const place = { accountId, deviceId: null };
    await checkChange(this.#deps, { changed: { widgets, ...chosen }, place, editorId: accountId });
    return this.#queue.run(accountId, async () => {
      await this.#checkCapacity(accountId);
      const now = clock.now();
      const content = { name, widgets, ...chosen, template: null, templateVersion: null, editedAt: now };
      const row = await repository.add(
        accountId,
        { ...content, approved: seenOf(withChosen(place, content, this.#deps.devices)) },
        now,
      );
      this.notify(row);
      return this.#describe(accountId, row);
    });
  }

  /**
   * Throws as `create`, and a 409 when it is not based on the present version. Of what it follows others get the devices that the
   * editor had before the eyes; what came meanwhile waits until its owner confirms.
   */
  async save(
    editor: Editor,
    id: number,
    { name, widgets, basedOn, espids: seen, ...request }: SaveAccountDashboard,
  ): Promise<AccountDashboard> {
    const { clock } = this.#deps;
    const { id: accountId } = editor;
    const present = await this.find(accountId, id, 'manage');
    if (present.version !== basedOn) throw changedMeanwhile();
    const chosen = { espids: request.follows === null ? seen : [], follows: request.follows };
    await checkChange(this.#deps, { changed: { widgets, ...chosen }, place: present, present, editorId: accountId });
    const content = { ...contentOf(present), name, widgets, ...chosen, editedAt: clock.now() };
    return this.#describe(accountId, await this.#replace(present, content, { editor, seen }));
  }

  /** Its owner can bring it back for seven days. */
  async remove(accountId: number, id: number): Promise<{ restorableUntil: number }> {
    const row = await this.find(accountId, id, 'own');
    const now = this.#deps.clock.now();
    await this.#deps.repository.markDeleted(id, now);
    this.notify(row);
    return { restorableUntil: now + graceMs };
  }

  /** Undoes `remove`. Throws a 404 when there is nothing to bring back. */
  undelete(accountId: number, id: number): Promise<AccountDashboard> {
    return this.#queue.run(accountId, async () => {
      await this.#checkCapacity(accountId);
      const row = await this.#deps.repository.unmarkDeleted(accountId, id, this.#deps.clock.now() - graceMs);
      if (!row) throw notFound('deleted dashboard', String(id));
      this.notify(row);
      return this.#describe(accountId, row);
    });
  }

  /** The present version and those before it, newest first. */
  async versions(accountId: number, id: number): Promise<DashboardVersion[]> {
    return versionsOf(this.#deps.repository, await this.find(accountId, id, 'manage'));
  }

  /** Makes a new version of an earlier one. Throws a 404 when that is not stored. */
  async restore(editor: Editor, id: number, version: number): Promise<AccountDashboard> {
    await this.#restore(await this.find(editor.id, id, 'manage'), editor, version);
    return this.get(editor.id, id);
  }

  /**
   * Its owner has looked at the dashboard as it is, so that others may get all of it. Throws a 409 for another version, or when it has
   * other devices by now.
   */
  async confirm(accountId: number, id: number, seen: ConfirmAccountDashboard): Promise<AccountDashboard> {
    await this.#confirm(await this.find(accountId, id, 'own'), seen);
    return this.get(accountId, id);
  }

  /** Removes for good what was deleted seven days ago. */
  purge(): Promise<void> {
    return this.#deps.repository.purge(this.#deps.clock.now() - graceMs);
  }

  #roleOf(accountId: number, row: Pick<DashboardRow, 'id' | 'accountId'>): DeviceRole | null {
    return row.accountId === accountId ? 'owner' : this.#deps.dashboardRoleOf(accountId, row.id);
  }

  async #checkCapacity(accountId: number): Promise<void> {
    if ((await this.#deps.repository.count(accountId)) < maxDashboards) return;
    throw new AppError(
      403,
      'limit_reached',
      `An account has at most ${maxDashboards} dashboards. Delete one that you do not need.`,
      because('too_many_dashboards', { max: maxDashboards }),
    );
  }

  async #restore(present: DashboardRow, editor: Editor, version: number): Promise<void> {
    const earlier = await this.#deps.repository.findVersion(present.id, version);
    if (!earlier) throw notFound('version', String(version));
    // What its owner took off, nobody else brings back without a right of their own.
    if (editor.id !== present.accountId) {
      await checkChange(this.#deps, { changed: earlier, place: present, present, editorId: editor.id });
    }
    // Which devices the earlier one shows by now nobody has looked at yet.
    const { espids: seen } = present.approved ?? withChosen(present, present, this.#deps.devices);
    await this.#replace(present, contentOf(earlier), { editor, seen });
  }

  /** Returns the new version, which need not be the newest any more. */
  async #replace(
    present: DashboardRow,
    content: DashboardContent,
    { editor, seen = [] }: ChangeBy,
  ): Promise<DashboardRow> {
    const { repository, clock } = this.#deps;
    const { id, version: basedOn, accountId } = present;
    // What the owner has seen was found for exactly this version: one that came meanwhile may show less.
    const approved = approvedAfter(editor, accountId, {
      present: withChosen(present, present, this.#deps.devices),
      changed: seenAmong(withChosen(present, content, this.#deps.devices), seen),
    });
    const replaced = await repository.replace(id, content, { at: clock.now(), basedOn, approved });
    if (!replaced) throw changedMeanwhile();
    this.notify(present);
    return { ...replaced, accountId };
  }

  async #confirm(row: DashboardRow, { version, espids: seen }: ConfirmAccountDashboard): Promise<void> {
    if (row.version !== version) throw changedMeanwhile();
    const chosen = withChosen(row, row, this.#deps.devices);
    checkSeen(seen, chosen.espids, (espid) => this.#deps.devices.findDevice(espid)?.name);
    if (!(await this.#deps.repository.approve(row.id, version, seenOf(chosen)))) throw changedMeanwhile();
    this.notify(row);
  }

  async #describe(accountId: number, row: DashboardRow): Promise<AccountDashboard> {
    const role = this.#roleOf(accountId, row) ?? 'viewer';
    const chosen = withChosen(row, row, this.#deps.devices);
    const seen = row.approved && [...row.approved.espids, ...row.approved.named];
    const visible = role === 'owner' ? chosen : knownToOthers(chosen, seen);
    return {
      ...this.#describeContent(row, visible),
      espids: [...visible.espids],
      follows: await this.#follows(row),
      role,
      savedAt: changedAt(row),
    };
  }

  /** With what waits for its owner, among the devices of `visible`. */
  #describeContent(row: DashboardRow, visible: ChosenDashboard) {
    // Links of one that follows have lists of their own, so that its devices wait only for those with whom it is shared.
    const isAlone = row.follows !== null && this.#deps.accountsSharing(row.id).length === 0;
    const waiting = isAlone ? undefined : waitingOf(visible);
    return { ...describe(row), ...(waiting && { waiting }) };
  }

  async #follows({ follows, accountId }: DashboardRow): Promise<FollowedDevices | null> {
    if (follows === null) return null;
    const devices = followedDevices(follows, accountId, this.#deps.devices).length;
    if (follows.kind === 'tag') return { ...follows, devices };
    return { ...follows, devices, name: await this.#deps.groupName(accountId, follows.groupId) };
  }

  /** Has the dashboard read again by everybody who has it. */
  notify({ id, accountId, deviceId }: Pick<DashboardRow, 'id' | 'accountId' | 'deviceId'>): void {
    const { bus, accountsSharing } = this.#deps;
    if (deviceId !== null) bus.publish(deviceDashboardChanged, { deviceId, accountId });
    else
      for (const each of [accountId, ...accountsSharing(id)])
        bus.publish(accountDashboardsChanged, { accountId: each });
  }
}

/** Who replaces a dashboard, with which of the devices that it follows before the eyes. */
interface ChangeBy {
  readonly editor: Editor;
  readonly seen?: readonly string[];
}
