import type { AutomationDirectory, AutomationRecord, AutomationRepository } from '../definitions/index.ts';
import type { StoredProgress } from '../rules/index.ts';

/** An automation that is younger may have been made, changed or restored here after the database was queried. */
const settledMs = 10_000;

/** What other servers made, changed or removed. */
interface RemoteChanges {
  readonly changed: readonly AutomationRecord[];
  readonly removed: readonly AutomationRecord[];
}

/** Compares what is in memory with how all automations stood in the database at `requestedAt`, ms since the epoch. */
export async function remoteChanges(
  { repository, directory }: { repository: Pick<AutomationRepository, 'listAll'>; directory: AutomationDirectory },
  stored: readonly StoredProgress[],
  requestedAt: number,
): Promise<RemoteChanges> {
  const existing = new Set(stored.map(({ id }) => id));
  const isChanged = ({ id, updatedAt }: { id: number; updatedAt: number }) => {
    const known = directory.find(id);
    if (known === undefined || known.updatedAt === updatedAt) return known === undefined;
    // The database was queried before the change of a moment ago was in it: the old definition must not take its place.
    return updatedAt > known.updatedAt || known.updatedAt < requestedAt - settledMs;
  };
  const rows = stored.some(isChanged) ? await repository.listAll() : [];
  return {
    changed: rows.filter(isChanged),
    removed: directory.all().filter(({ id, updatedAt }) => !existing.has(id) && updatedAt < requestedAt - settledMs),
  };
}
