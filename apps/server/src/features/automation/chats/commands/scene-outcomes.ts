import type { EventBus } from '../../../../platform/bus/index.ts';
import { type ScenesFeature, sceneRunEnded } from '../../scenes/index.ts';

/** Runs that are followed at a time; of further ones only the first reply is sent. */
const maxFollowed = 2_000;

type FindRun = ScenesFeature['findRun'];
type Run = NonNullable<Awaited<ReturnType<FindRun>>>;

/** Follows scenes that run until each board reported, or did not in time. */
export class SceneOutcomes {
  readonly #findRun: FindRun;
  readonly #followed = new Map<number, (ended: Run) => void>();

  constructor(bus: EventBus, findRun: FindRun) {
    this.#findRun = findRun;
    bus.subscribe(sceneRunEnded, 'chats', ({ runId }) => this.#settle(runId));
  }

  /** Calls `then` once, when the run has ended; also when it has already. */
  follow(runId: number, then: (ended: Run) => void): void {
    if (this.#followed.size >= maxFollowed) return;
    this.#followed.set(runId, then);
    void this.#settle(runId).catch(() => undefined);
  }

  async #settle(runId: number): Promise<void> {
    if (!this.#followed.has(runId)) return;
    const run = await this.#findRun(runId);
    if (run?.outcome === 'running') return;
    const then = this.#followed.get(runId);
    this.#followed.delete(runId);
    if (run) then?.(run);
  }
}
