import type { Clock } from '../../../../platform/clock.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import type { DevicesRepository } from '../devices.repository.ts';
import type { Devices } from '../devices.service.ts';

const silenceMs = 24 * 3600 * 1000;

/** Removes devices whose boards sent nothing in the day after they were added, so that others can have their ids. */
export async function removeSilent(parts: {
  devices: Pick<Devices, 'silent' | 'takeOut'>;
  repository: Pick<DevicesRepository, 'removeSilent'>;
  clock: Clock;
  log: Logger;
}): Promise<void> {
  const { devices, repository, clock, log } = parts;
  const before = clock.now() - silenceMs;
  const silent = [...devices.silent()].filter(({ addedAt }) => addedAt < before);
  if (silent.length === 0) return;
  const ids = silent.map(({ id }) => id);
  const removed = new Set(await repository.removeSilent(ids, before));
  devices.takeOut(silent.filter(({ id }) => removed.has(id)));
  if (removed.size > 0) log.info({ devices: removed.size }, 'devices that never sent anything were removed');
}
