import type { AutomationRecord, AutomationRepository } from './automation.repository.ts';
import type { AutomationDirectory } from './automation-directory.ts';
import type { StoredProgress } from './rule-progress.repository.ts';

/** An automation that is younger may have been made here after the database was asked. */
const settledMs = 10_000;

/** What other servers made, changed or removed. */
interface News {
  readonly changed: readonly AutomationRecord[];
  readonly removed: readonly AutomationRecord[];
}

/** Compares what is in memory with how all automations stood in the database at `askedAt`, ms since the epoch. */
export async function newsOfOtherServers(
  { repository, directory }: { repository: Pick<AutomationRepository, 'listAll'>; directory: AutomationDirectory },
  stored: readonly StoredProgress[],
  askedAt: number,
): Promise<News> {
  const existing = new Set(stored.map(({ id }) => id));
  const isNews = ({ id, updatedAt }: { id: number; updatedAt: number }) => directory.find(id)?.updatedAt !== updatedAt;
  const rows = stored.some(isNews) ? await repository.listAll() : [];
  return {
    changed: rows.filter(isNews),
    removed: directory.all().filter(({ id, createdAt }) => !existing.has(id) && createdAt < askedAt - settledMs),
  };
}
