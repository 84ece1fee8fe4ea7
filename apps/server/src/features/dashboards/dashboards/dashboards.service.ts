import type {
  DashboardTemplate,
  DashboardVersion,
  DeviceDashboard,
  DeviceVariable,
  SaveDashboard,
  Widget,
} from '@cyno/contract';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import { findTemplate, fromVariables, fromVariablesName, templates } from '../templates/index.ts';
import { approvedAfter, approvedOf, type Editor, waitingOf } from './approval.ts';
import {
  changedMeanwhile,
  checkChange,
  contentOf,
  type DashboardDevices,
  describe,
  versionsOf,
} from './dashboard-contents.ts';
import { keysOf } from './dashboard-reach.ts';
import { deviceDashboardChanged } from './dashboards.events.ts';
import type { DashboardContent, DashboardRow, DashboardsRepository } from './dashboards.repository.ts';

interface DashboardsDeps {
  readonly repository: DashboardsRepository;
  readonly devices: DashboardDevices;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  variablesOf(deviceId: number): DeviceVariable[];
}

/** The dashboard of each device: made from the template that its board announces, or from one that its owner chooses. */
export class Dashboards {
  readonly #deps: DashboardsDeps;

  constructor(deps: DashboardsDeps) {
    this.#deps = deps;
  }

  /** What the device's Dashboard tab shows. */
  async state(device: DeviceRecord): Promise<DeviceDashboard> {
    const row = await this.#deps.repository.find(device.id);
    const keys = new Set(this.#deps.variablesOf(device.id).map(({ key }) => key));
    const offer = this.#offer(device, row, keys);
    return {
      dashboard: row ? this.#describe(device, row) : null,
      announced: device.template === null ? null : { template: device.template, version: device.templateVersion ?? 0 },
      offer: offer ? toOffer(offer) : null,
      templates: [...templates].sort((a, b) => fit(b, keys) - fit(a, keys)).map(toOffer),
    };
  }

  /** Puts a template's widgets in the place of the device's dashboard. Throws a 400 for a template that does not exist. */
  async take(device: DeviceRecord, editor: Editor, name: string): Promise<DeviceDashboard> {
    const variables = this.#deps.variablesOf(device.id);
    if (name === fromVariablesName && variables.length === 0) {
      throw badRequest('The board has not sent anything yet. Wait for its first values.');
    }
    const template = name === fromVariablesName ? fromVariables(variables) : findTemplate(name);
    if (!template) throw badRequest(`There is no ready-made dashboard "${name}". Choose one of the list.`);
    const now = this.#deps.clock.now();
    const isFirst = await this.#deps.repository.addFirst(device, withApproval(madeFrom(template), device, editor), now);
    if (!isFirst) await this.#replace(device, madeFrom(template), { editor });
    this.#announce(device);
    return this.state(device);
  }

  /**
   * Saves a dashboard that somebody edited. Throws a 400 when a widget does not fit its board or names a device that
   * may not be shown, a 409 when it is not based on the present version.
   */
  async save(
    device: DeviceRecord,
    editor: Editor,
    { name, widgets, basedOn }: SaveDashboard,
  ): Promise<DeviceDashboard> {
    const row = await this.#deps.repository.find(device.id);
    this.#check(device, editor.id, { widgets, present: row });
    const now = this.#deps.clock.now();
    if (basedOn === null) {
      const content = {
        name,
        widgets,
        espids: [],
        follows: null,
        template: null,
        templateVersion: null,
        editedAt: now,
      };
      const first = withApproval(content, device, editor);
      if (!(await this.#deps.repository.addFirst(device, first, now))) throw changedMeanwhile();
    } else {
      if (!row) throw changedMeanwhile();
      await this.#replace(device, { ...contentOf(row), name, widgets, editedAt: now }, { editor, basedOn });
    }
    this.#announce(device);
    return this.state(device);
  }

  /** The present version of the device's dashboard and those before it, newest first; empty when it has none. */
  async versions(device: DeviceRecord): Promise<DashboardVersion[]> {
    const row = await this.#deps.repository.find(device.id);
    return row ? versionsOf(this.#deps.repository, row) : [];
  }

  /** Makes a new version of an earlier one. Throws a 404 when that is not stored. */
  async restore(device: DeviceRecord, editor: Editor, version: number): Promise<DeviceDashboard> {
    const row = await this.#deps.repository.find(device.id);
    const earlier = row && (await this.#deps.repository.findVersion(row.id, version));
    if (!row || !earlier) throw notFound('version', String(version));
    // What its owner took off, nobody else brings back without a right of their own.
    if (editor.id !== device.accountId) this.#check(device, editor.id, { widgets: earlier.widgets, present: row });
    await this.#replace(device, contentOf(earlier), { editor, basedOn: row.version });
    this.#announce(device);
    return this.state(device);
  }

  #check(
    device: DeviceRecord,
    editorId: number,
    { widgets, present }: { widgets: Widget[]; present?: DashboardRow | undefined },
  ): void {
    const espids = [device.espid];
    checkChange(this.#deps.devices, {
      changed: { widgets, espids },
      present: present ? { widgets: present.widgets, espids } : null,
      ownerId: device.accountId,
      editorId,
    });
  }

  async #replace(
    device: DeviceRecord,
    content: DashboardContent,
    { editor, basedOn }: { editor: Editor; basedOn?: number },
  ): Promise<void> {
    const { repository, clock } = this.#deps;
    const row = await repository.find(device.id);
    if (!row) throw changedMeanwhile();
    const espids = [device.espid];
    const approved = approvedAfter(editor, device.accountId, {
      present: { ...row, espids },
      changed: { ...content, espids },
    });
    // What the owner has seen was found for exactly this version: one that came meanwhile may show less.
    const change = { at: clock.now(), approved, basedOn: basedOn ?? row.version };
    if (!(await repository.replace(row.id, content, change))) throw changedMeanwhile();
  }

  /** Its owner has looked at the device's dashboard as it is, so that others may get all of it. Throws a 409 for another version. */
  async confirm(device: DeviceRecord, version: number): Promise<DeviceDashboard> {
    const row = await this.#deps.repository.find(device.id);
    if (!row || !(await this.#deps.repository.approve(row.id, version, null))) throw changedMeanwhile();
    this.#announce(device);
    return this.state(device);
  }

  #describe(device: DeviceRecord, row: DashboardRow) {
    const waiting = waitingOf({ ...row, espids: [device.espid] });
    return { ...describe(row), ...(waiting && { waiting }) };
  }

  /** Makes the dashboard of a board that reported its kit, unless the device has one. */
  templateAnnounced(device: DeviceRecord): void {
    const template = device.template === null ? undefined : findTemplate(device.template);
    if (!template) return;
    this.#deps.repository.addFirst(device, madeFrom(template), this.#deps.clock.now()).then(
      (made) => made && this.#announce(device),
      (err: unknown) => this.#deps.log.warn({ err, espid: device.espid }, 'A dashboard could not be made'),
    );
  }

  /** What could be taken: a newer version of what is there, what the board announces now, or what fits what it sends. */
  #offer(
    device: DeviceRecord,
    row: DashboardRow | undefined,
    keys: ReadonlySet<string>,
  ): DashboardTemplate | undefined {
    const announced = device.template === null ? undefined : findTemplate(device.template);
    if (!row) return announced ?? bestFit(keys);
    const own = row.template === null ? undefined : findTemplate(row.template);
    if (own && own.version > (row.templateVersion ?? 0)) return own;
    return announced && announced.name !== row.template ? announced : undefined;
  }

  #announce({ id, accountId }: DeviceRecord): void {
    this.#deps.bus.publish(deviceDashboardChanged, { deviceId: id, accountId });
  }
}

const madeFrom = ({ name, version, title, widgets }: DashboardTemplate): DashboardContent => ({
  name: title,
  widgets,
  espids: [],
  follows: null,
  template: name,
  templateVersion: version,
  editedAt: null,
});

const toOffer = ({ name, version, title }: DashboardTemplate) => ({ template: name, version, title });

/** The variables that a template shows. */
const keysOfTemplate = ({ widgets }: DashboardTemplate) => new Set(widgets.flatMap(({ content }) => keysOf(content)));

/** How much of a template and of what the board sends is in both, from 0 to 1. */
function fit(template: DashboardTemplate, keys: ReadonlySet<string>): number {
  const wanted = keysOfTemplate(template);
  const both = [...wanted].filter((key) => keys.has(key)).length;
  return both / Math.max(1, wanted.size + keys.size - both);
}

const goodFit = 0.6;

function bestFit(keys: ReadonlySet<string>): DashboardTemplate | undefined {
  const [best] = [...templates].sort((a, b) => fit(b, keys) - fit(a, keys));
  return best && fit(best, keys) >= goodFit ? best : undefined;
}

/** A device's first dashboard; of what its owner did not make, public links show nothing before the owner has looked. */
const withApproval = (content: DashboardContent, device: DeviceRecord, { id, sessionId }: Editor) => ({
  ...content,
  approved: id === device.accountId && sessionId !== null ? null : approvedOf({ espids: [device.espid], widgets: [] }),
});
