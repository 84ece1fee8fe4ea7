import {
  type ChangeProject,
  cutText,
  type DeviceVariable,
  type Project,
  type ProjectDifference,
  type ProjectRequest,
} from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, because, notFound } from '../../../platform/errors.ts';
import type { DeviceRecord, Devices } from '../../boards/devices/index.ts';
import { declaredBy } from '../../boards/sketches/index.ts';
import { type BoardFacts, findDifferences } from './difference.ts';
import type { ProjectContent, ProjectRow, ProjectsRepository } from './projects.repository.ts';

const maxProjects = 200;
const maxNameLength = 60;

export interface ProjectsDeps {
  readonly clock: Clock;
  readonly devices: Pick<Devices, 'get' | 'find' | 'findById'>;
  /** The variables that the board of a device sends; those that formulas make are none of them. */
  sentBy(deviceId: number): DeviceVariable[];
  /** What the Control tab of a device has. */
  outputsOf(deviceId: number): BoardFacts['outputs'];
  eventsOf(deviceId: number): BoardFacts['events'];
}

type ServiceDeps = ProjectsDeps & { readonly repository: ProjectsRepository };

/** Saved set-ups of sketches, and the devices that run them. */
export class Projects {
  readonly #deps: ServiceDeps;

  constructor(deps: ServiceDeps) {
    this.#deps = deps;
  }

  async list(accountId: number): Promise<Project[]> {
    const rows = await this.#deps.repository.list(accountId);
    return rows.map((row) => this.#show(accountId, row));
  }

  /** Throws a 404, also for a project of somebody else. */
  async get(accountId: number, id: number): Promise<Project> {
    return this.#show(accountId, await this.#find(accountId, id));
  }

  /** Throws a 400 for an unknown board or kit, a 404 for a device that is not the account's, and `limit_reached`. */
  async create(accountId: number, { name, setup, espids }: ProjectRequest): Promise<Project> {
    declaredBy(setup);
    return this.#add(accountId, { name, setup, deviceIds: this.#idsOf(accountId, espids) });
  }

  /**
   * Changes what is given. Throws as `create` except `limit_reached`, a 404 when there is no such project, and a 409 when its name or
   * set-up were saved since `basedOn`.
   */
  async change(accountId: number, id: number, { basedOn, ...request }: ChangeProject): Promise<Project> {
    const { repository, clock, devices } = this.#deps;
    const { name, setup, espids, link = [], unlink = [] } = request;
    if (setup) declaredBy(setup);
    const change = {
      name,
      setup,
      deviceIds: espids && this.#idsOf(accountId, espids),
      linkIds: this.#idsOf(accountId, link),
      // One that is deleted meanwhile is not linked either.
      unlinkIds: unlink.flatMap((espid) => devices.find(espid)?.id ?? []),
    };
    const row = await repository.change({ accountId, id }, change, { now: clock.now(), basedOn });
    if (row) return this.#show(accountId, row);
    await this.#find(accountId, id);
    const sentence = 'The project was saved meanwhile, in another tab or browser.';
    throw new AppError(409, 'conflict', sentence, because('project_changed'));
  }

  /** A copy with another name and without devices: a board runs one sketch. Throws a 404 and `limit_reached`. */
  async duplicate(accountId: number, id: number): Promise<Project> {
    const { name, setup } = await this.#find(accountId, id);
    return this.#add(accountId, { name: copyName(name), setup, deviceIds: [] });
  }

  /** Throws a 404 when there is no such project. */
  async remove(accountId: number, id: number): Promise<void> {
    if (!(await this.#deps.repository.remove({ accountId, id }))) throw notFound('project', String(id));
  }

  /** What the sketch declares against what each linked board does. Throws a 404 when there is no such project. */
  async difference(accountId: number, id: number): Promise<ProjectDifference> {
    const { clock, sentBy, outputsOf, eventsOf } = this.#deps;
    const row = await this.#find(accountId, id);
    const declared = declaredBy(row.setup);
    return {
      devices: this.#devicesOf(accountId, row).map((device) => ({
        espid: device.espid,
        name: device.name,
        online: device.online,
        lastSeenAt: device.lastSeenAt,
        findings: findDifferences(declared, {
          device,
          variables: sentBy(device.id),
          outputs: outputsOf(device.id),
          events: eventsOf(device.id),
          now: clock.now(),
        }),
      })),
    };
  }

  async #find(accountId: number, id: number): Promise<ProjectRow> {
    const row = await this.#deps.repository.find({ accountId, id });
    if (!row) throw notFound('project', String(id));
    return row;
  }

  async #add(accountId: number, content: ProjectContent): Promise<Project> {
    const { repository, clock } = this.#deps;
    const row = await repository.add(accountId, content, { now: clock.now(), max: maxProjects });
    if (!row) {
      const sentence = `An account has at most ${maxProjects} projects. Delete one first.`;
      throw new AppError(409, 'limit_reached', sentence, because('too_many_projects', { max: maxProjects }));
    }
    return this.#show(accountId, row);
  }

  #idsOf(accountId: number, espids: readonly string[]): number[] {
    return [...new Set(espids.map((espid) => this.#deps.devices.get(accountId, espid).id))];
  }

  #show(accountId: number, row: ProjectRow): Project {
    const { deviceIds: _, ...rest } = row;
    return { ...rest, espids: this.#devicesOf(accountId, row).map(({ espid }) => espid) };
  }

  /** Those that were deleted in the meantime are left out. */
  #devicesOf(accountId: number, { deviceIds }: ProjectRow): DeviceRecord[] {
    return deviceIds.flatMap((id) => {
      const device = this.#deps.devices.findById(id);
      return device?.accountId === accountId ? [device] : [];
    });
  }
}

const copyEnd = ' (copy)';

const copyName = (name: string): string => `${cutText(name, maxNameLength - copyEnd.length).trimEnd()}${copyEnd}`;
