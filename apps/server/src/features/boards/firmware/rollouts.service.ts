import {
  type BoardFamily,
  type DeviceFirmware,
  deviceLogText,
  displayName,
  type ErrorCause,
  type FirmwareJob,
  type Rollout,
  type RolloutRequest,
  updateReason,
} from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, badRequest, because, notFound } from '../../../platform/errors.ts';
import type { DeviceRecord } from '../devices/index.ts';
import type { ImageRow } from './images/images.repository.ts';
import type { Images } from './images/images.service.ts';
import { type JobStates, nameOf } from './job-states.ts';
import type { Job, RolloutRow, RolloutsRepository } from './rollouts.repository.ts';
import { isItsTurn, type UpdateRunner, waitMs } from './update-runner.ts';

const maxRollouts = 50;
const maxJobs = 20;

interface RolloutsDeps {
  readonly repository: RolloutsRepository;
  readonly images: Images;
  readonly states: JobStates;
  readonly runner: Pick<UpdateRunner, 'wake'>;
  readonly clock: Clock;
  getDevice(accountId: number, espid: string): DeviceRecord;
  findDevice(deviceId: number): DeviceRecord | undefined;
  /** The port on which boards fetch firmware by https; null: none. */
  otaPort(): number | null;
}

/** Bringing images to boards: what may start, how it stands, and how it is stopped. */
export class Rollouts {
  readonly #deps: RolloutsDeps;

  constructor(deps: RolloutsDeps) {
    this.#deps = deps;
  }

  /** Throws a 404 for what is not the account's, a 409 that names the boards which cannot be updated, and why. */
  async create(account: { id: number; email: string }, request: RolloutRequest): Promise<Rollout> {
    const { repository, images, states, runner, clock } = this.#deps;
    const image = await images.get(account.id, request.imageId);
    if (new Set(request.espids).size < request.espids.length) throw badRequest('Name each device once.');
    const devices = request.espids.map((espid) => this.#deps.getDevice(account.id, espid));
    await this.#check(image, devices);
    const { fileName, version } = image;
    const row = await repository.add(
      {
        accountId: account.id,
        imageId: image.id,
        fileName,
        version,
        strategy: request.strategy,
        state: 'running',
        reason: null,
        by: account.email,
        createdAt: clock.now(),
      },
      devices.map(({ id }) => id),
    );
    if (row === 'busy')
      throw new AppError(409, 'conflict', 'One of these boards is being updated already.', because('boards_updating'));
    if (row === 'gone') throw notFound('firmware image', String(image.id));
    const jobs = await repository.jobsOf([row.id]);
    for (const job of jobs) {
      states.log(job, deviceLogText('update_requested', { image: nameOf(job), user: account.email }));
      states.notify(job);
    }
    runner.wake();
    return this.#show(row, jobs);
  }

  async #check(image: ImageRow, devices: readonly DeviceRecord[]): Promise<void> {
    const open = new Set((await this.#deps.repository.openOf(devices.map(({ id }) => id))).map((job) => job.deviceId));
    const problems = devices.flatMap((device) => problemOf(device, image.family, open.has(device.id)) ?? []);
    const [first] = problems;
    if (!first) return;
    throw new AppError(409, 'conflict', problems.map(({ sentence }) => sentence).join(' '), {
      why: first.why,
      fields: Object.fromEntries(problems.map(({ espid, sentence }) => [espid, sentence])),
    });
  }

  /** As `RolloutsRepository.list`. Throws a 404 for a device that is not the account's. */
  async list(accountId: number, espid?: string): Promise<Rollout[]> {
    const device = espid === undefined ? undefined : this.#deps.getDevice(accountId, espid);
    const rows = await this.#deps.repository.list(accountId, maxRollouts, device?.id);
    const jobs = await this.#deps.repository.jobsOf(rows.map(({ id }) => id));
    const byRollout = Map.groupBy(jobs, ({ rolloutId }) => rolloutId);
    return rows.map((row) => this.#show(row, byRollout.get(row.id) ?? []));
  }

  /** Boards that have begun to download continue to their end. Throws a 404. */
  async stop(account: { id: number; email: string }, id: number): Promise<Rollout> {
    const { repository, states } = this.#deps;
    const rollout = await repository.find(account.id, id);
    if (!rollout) throw notFound('rollout', String(id));
    await states.stopRollout(rollout, updateReason('stopped_by', { user: account.email }));
    const row = await repository.find(account.id, id);
    if (!row) throw notFound('rollout', String(id));
    return this.#show(row, await repository.jobsOf([id]));
  }

  async ofDevice(device: DeviceRecord): Promise<DeviceFirmware> {
    const { repository, otaPort } = this.#deps;
    const [jobs, succeeded, lastDownloadAt] = await Promise.all([
      repository.newestOf(device.id, maxJobs),
      repository.succeededOf(device.id),
      repository.lastDownload(device.accountId),
    ]);
    const [current] = succeeded;
    const previous = succeeded.find(({ imageId }) => imageId !== null && imageId !== current?.imageId);
    return {
      current: current ? imageOf(current) : null,
      currentSince: current?.finishedAt ?? null,
      previous: previous ? imageOf(previous) : null,
      jobs: jobs.map((job) => this.#showJob(job)),
      reach: { port: otaPort(), lastDownloadAt },
    };
  }

  #show(row: RolloutRow, jobs: readonly Job[]): Rollout {
    const { id, strategy, state, reason, createdAt, by } = row;
    const image = { id: row.imageId, fileName: row.fileName, version: row.version };
    return { id, image, strategy, state, reason, createdAt, by, jobs: jobs.map((job) => this.#showJob(job)) };
  }

  #showJob(job: Job): FirmwareJob {
    const found = this.#deps.findDevice(job.deviceId);
    const device = found?.accountId === job.accountId ? found : undefined;
    const { id, rolloutId, espid, state, percent, createdAt, startedAt, finishedAt, by } = job;
    return {
      id,
      rolloutId,
      espid,
      deviceName: displayName({ ...device, espid, name: device?.name ?? job.deviceName }, 'en'),
      image: imageOf(job),
      state,
      percent,
      createdAt,
      startedAt,
      finishedAt,
      reason: state === 'waiting' ? whyWaiting(job, device) : job.reason,
      by,
    };
  }
}

interface Problem {
  readonly espid: string;
  readonly sentence: string;
  readonly why: ErrorCause;
}

function problemOf(
  { espid, name, paused, family }: DeviceRecord,
  wanted: BoardFamily,
  isBusy: boolean,
): Problem | null {
  if (paused) {
    const sentence = `${name} is paused because your plan has no room for it.`;
    return { espid, sentence, ...because('device_paused_by_plan', { name }) };
  }
  if (family !== wanted) {
    const sentence = `${name} is ${chipName(family)}, and the image is for ${chipName(wanted)}.`;
    return { espid, sentence, ...because('image_for_other_chip', { name }) };
  }
  return isBusy
    ? { espid, sentence: `${name} is being updated already.`, ...because('board_updating', { name }) }
    : null;
}

const chipNames: Record<BoardFamily, string> = {
  esp8266: 'an ESP8266',
  esp32: 'an ESP32',
  'esp32-s2': 'an ESP32-S2',
  'esp32-s3': 'an ESP32-S3',
  'esp32-c3': 'an ESP32-C3',
  other: 'another kind of board',
};
const chipName = (family: BoardFamily): string => chipNames[family];

function whyWaiting(job: Job, device: DeviceRecord | undefined): string {
  if (!device) return updateReason('device_deleted', {});
  if (device.paused) return updateReason('device_paused', {});
  if (!isItsTurn(job)) return updateReason('after_first', {});
  return device.online ? updateReason('starts_soon', {}) : updateReason('board_offline', { hours: waitMs / 3_600_000 });
}

const imageOf = ({ imageId, fileName, version }: Job) => ({ id: imageId, fileName, version });
