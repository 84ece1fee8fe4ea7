import type {
  DashboardTemplate,
  DashboardVersion,
  DeviceDashboard,
  DeviceVariable,
  SaveDashboard,
} from '@cyno/contract';
import type { Clock } from '../../platform/clock.ts';
import { AppError, badRequest, notFound } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { DeviceRecord } from '../devices/index.ts';
import type { DashboardContent, DashboardRow, DashboardsRepository } from './dashboards.repository.ts';
import { fromVariables, fromVariablesName } from './templates/from-variables.ts';
import { findTemplate, templates } from './templates/index.ts';
import { widgetsProblem } from './widgets-problem.ts';

interface DashboardsDeps {
  readonly repository: DashboardsRepository;
  readonly clock: Clock;
  readonly log: Logger;
  variablesOf(deviceId: number): DeviceVariable[];
}

/** The dashboard of each device: made from the template that its board announces, or from one that its owner chooses. */
export class Dashboards {
  readonly #deps: DashboardsDeps;
  readonly #listeners = new Set<(device: DeviceRecord) => void>();

  constructor(deps: DashboardsDeps) {
    this.#deps = deps;
  }

  /** Calls the listener when a device's dashboard changed. Answers how to end that. */
  subscribe(listener: (device: DeviceRecord) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What the device's Dashboard tab shows. */
  async state(device: DeviceRecord): Promise<DeviceDashboard> {
    const row = await this.#deps.repository.find(device.id);
    const keys = new Set(this.#deps.variablesOf(device.id).map(({ key }) => key));
    const offer = this.#offer(device, row, keys);
    return {
      dashboard: row ? describe(row) : null,
      announced: device.template === null ? null : { template: device.template, version: device.templateVersion ?? 0 },
      offer: offer ? toOffer(offer) : null,
      templates: [...templates].sort((a, b) => fit(b, keys) - fit(a, keys)).map(toOffer),
    };
  }

  /** Puts a template's widgets in the place of the device's dashboard. Throws a 400 for a template that does not exist. */
  async take(device: DeviceRecord, name: string): Promise<DeviceDashboard> {
    const variables = this.#deps.variablesOf(device.id);
    if (name === fromVariablesName && variables.length === 0) {
      throw badRequest('The board has not sent anything yet. Wait for its first values.');
    }
    const template = name === fromVariablesName ? fromVariables(variables) : findTemplate(name);
    if (!template) throw badRequest(`There is no ready-made dashboard "${name}". Choose one of the list.`);
    const now = this.#deps.clock.now();
    const isFirst = await this.#deps.repository.addFirst(device, madeFrom(template), now);
    if (!isFirst) await this.#replace(device, madeFrom(template), {});
    this.#announce(device);
    return this.state(device);
  }

  /**
   * Saves an edited dashboard. Throws a 400 when a widget does not fit the board, a 409 when it is not based on the present
   * version.
   */
  async save(device: DeviceRecord, { name, widgets, basedOn }: SaveDashboard): Promise<DeviceDashboard> {
    const problem = widgetsProblem(device.family, widgets);
    if (problem) throw badRequest(problem);
    const now = this.#deps.clock.now();
    if (basedOn === null) {
      const content = { name, widgets, template: null, templateVersion: null, editedAt: now };
      if (!(await this.#deps.repository.addFirst(device, content, now))) throw changedMeanwhile();
    } else {
      const row = await this.#deps.repository.find(device.id);
      if (!row) throw changedMeanwhile();
      const { template, templateVersion } = row;
      await this.#replace(device, { name, widgets, template, templateVersion, editedAt: now }, { basedOn });
    }
    this.#announce(device);
    return this.state(device);
  }

  /** The present version of the device's dashboard and those before it, newest first; empty when it has none. */
  async versions(device: DeviceRecord): Promise<DashboardVersion[]> {
    const row = await this.#deps.repository.find(device.id);
    if (!row) return [];
    const present = { ...row, savedAt: row.savedAt ?? row.createdAt };
    return [present, ...(await this.#deps.repository.versions(row.id))].map(
      ({ version, name, widgets, savedAt, editedAt, ...made }) => ({
        ...{ version, name, savedAt, editedAt, widgets: widgets.length },
        origin: originOf(made),
      }),
    );
  }

  /** Makes a new version of an earlier one. Throws a 404 when that is not kept. */
  async restore(device: DeviceRecord, version: number): Promise<DeviceDashboard> {
    const row = await this.#deps.repository.find(device.id);
    const earlier = row && (await this.#deps.repository.findVersion(row.id, version));
    if (!earlier) throw notFound('version', String(version));
    const { name, widgets, template, templateVersion, editedAt } = earlier;
    await this.#replace(device, { name, widgets, template, templateVersion, editedAt }, {});
    this.#announce(device);
    return this.state(device);
  }

  async #replace(device: DeviceRecord, content: DashboardContent, { basedOn }: { basedOn?: number }): Promise<void> {
    const row = await this.#deps.repository.find(device.id);
    const at = this.#deps.clock.now();
    const replaced =
      row && (await this.#deps.repository.replace(row.id, content, { at, ...(basedOn !== undefined && { basedOn }) }));
    if (!replaced) throw changedMeanwhile();
  }

  /** Makes the dashboard of a board that said which kit it is, unless the device has one. */
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

  #announce(device: DeviceRecord): void {
    for (const listener of this.#listeners) listener(device);
  }
}

const changedMeanwhile = () =>
  new AppError(409, 'conflict', 'The dashboard was changed meanwhile, in another tab or by somebody else.');

function describe({ id, version, name, widgets, editedAt, ...made }: DashboardRow) {
  return { id, version, name, widgets, editedAt, origin: originOf(made) };
}

const originOf = ({ template, templateVersion }: Pick<DashboardRow, 'template' | 'templateVersion'>) =>
  template === null ? null : { template, version: templateVersion ?? 0 };

const madeFrom = ({ name, version, title, widgets }: DashboardTemplate): DashboardContent => ({
  name: title,
  widgets,
  template: name,
  templateVersion: version,
  editedAt: null,
});

const toOffer = ({ name, version, title }: DashboardTemplate) => ({ template: name, version, title });

/** The variables that a template shows. */
function keysOf({ widgets }: DashboardTemplate): Set<string> {
  return new Set(
    widgets.flatMap(({ content }) => ('key' in content ? [content.key] : 'keys' in content ? content.keys : [])),
  );
}

/** How much of a template and of what the board sends is in both, from 0 to 1. */
function fit(template: DashboardTemplate, keys: ReadonlySet<string>): number {
  const wanted = keysOf(template);
  const both = [...wanted].filter((key) => keys.has(key)).length;
  return both / Math.max(1, wanted.size + keys.size - both);
}

const goodFit = 0.6;

function bestFit(keys: ReadonlySet<string>): DashboardTemplate | undefined {
  const [best] = [...templates].sort((a, b) => fit(b, keys) - fit(a, keys));
  return best && fit(best, keys) >= goodFit ? best : undefined;
}
