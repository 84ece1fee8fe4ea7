import { deviceLogText, displayName, updateReason } from '@cyno/contract';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DeviceLog } from '../devices/index.ts';
import { updateChanged } from './firmware.events.ts';
import type { Job, JobRow, JobState, RolloutRow, RolloutsRepository } from './rollouts.repository.ts';

/** What is under way of an update; the rest are ends. */
const underWay: readonly JobState[] = ['waiting', 'offered', 'downloading', 'restarting'];

interface StatesDeps {
  readonly repository: RolloutsRepository;
  readonly deviceLog: Pick<DeviceLog, 'append'>;
  readonly bus: EventBus;
  readonly clock: Clock;
}

/** Moves updates from state to state: each once, written down, in the device's log, and pushed to browsers. */
export class JobStates {
  readonly #deps: StatesDeps;

  constructor(deps: StatesDeps) {
    this.#deps = deps;
  }

  /** False when the job left these states meanwhile; then nothing happened. `line` is for the device's log. */
  async move(
    job: Job,
    { from, to, line }: { from: readonly JobState[]; to: Partial<Omit<JobRow, 'id'>>; line?: string },
  ): Promise<boolean> {
    if (!(await this.#deps.repository.change(job.id, from, to))) return false;
    if (line !== undefined) this.log(job, line);
    this.notify(job);
    return true;
  }

  /** `remark`: what is not quite sure about it. */
  async succeed(job: Job, remark: string | null = null): Promise<void> {
    const { repository, clock } = this.#deps;
    const to = { state: 'succeeded' as const, percent: 100, finishedAt: clock.now(), reason: remark, tokenHash: null };
    if (!(await repository.end(job, underWay, to))) return;
    this.log(
      job,
      remark === null
        ? deviceLogText('update_succeeded', { image: nameOf(job) })
        : deviceLogText('update_succeeded_but', { image: nameOf(job), remark }),
    );
    this.notify(job);
  }

  /** Ends a job that has not begun, of a device that left its account; the rollout continues without it. */
  async cancel(job: Job, reason: string): Promise<void> {
    const { repository, clock } = this.#deps;
    const to = { state: 'cancelled' as const, finishedAt: clock.now(), reason, tokenHash: null };
    if (await repository.end(job, ['waiting', 'offered'], to)) this.notify(job);
  }

  /** Ends the job and with it the rollout: boards that have not begun are left alone. */
  async fail(job: Job, reason: string): Promise<void> {
    const { repository, clock } = this.#deps;
    const device = displayName({ name: job.deviceName, espid: job.espid }, 'en');
    const ofOthers = updateReason('other_failed', { device });
    const stop = { at: clock.now(), reason: `${device}: ${reason}`, ofOthers };
    const cancelled = await repository.fail(job, underWay, { reason, stop });
    if (!cancelled) return;
    this.log(job, deviceLogText('update_failed', { image: nameOf(job), reason }));
    this.notify(job);
    this.#cancelled(cancelled, job, ofOthers);
  }

  /** Boards that download or restart continue to their end, because nothing can call them back. */
  async stopRollout(rollout: RolloutRow, reason: string): Promise<void> {
    const { repository, clock } = this.#deps;
    const cancelled = await repository.stop(rollout.id, { at: clock.now(), reason, ofOthers: reason });
    this.#cancelled(cancelled, rollout, reason);
  }

  #cancelled(deviceIds: readonly number[], image: Image, reason: string): void {
    for (const deviceId of deviceIds) {
      this.log({ deviceId }, deviceLogText('update_cancelled', { image: nameOf(image), reason }));
      this.notify({ deviceId });
    }
  }

  log({ deviceId }: OfDevice, line: string): void {
    this.#deps.deviceLog.append(deviceId, 'firmware', line);
  }

  notify({ deviceId }: OfDevice): void {
    this.#deps.bus.publish(updateChanged, { deviceId });
  }
}

type OfDevice = Pick<Job, 'deviceId'>;
type Image = Pick<Job, 'fileName' | 'version'>;

/** What a job's image is called. */
export const nameOf = ({ fileName, version }: Image): string =>
  version === '' ? fileName : `${fileName} (${version})`;
