import { watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** An editor that saves writes several times. */
const settleMs = 50;

/**
 * Does `work` after files below the directories changed for which `isRelevant(name)`, once for changes at the same time, and never twice at
 * once. It watches directories and not files, because many editors put a new file in the place of the old one. Returns what ends it.
 */
export async function watchFiles(directories, isRelevant, work) {
  const watchers = new Map();
  const doWork = oneAfterAnother(work);
  let settling;
  let isEnded = false;
  const addAll = async () => {
    const all = (await Promise.all(directories.map(directoriesBelow))).flat();
    for (const directory of all) {
      if (isEnded || watchers.has(directory)) continue;
      const watcher = watch(directory, (_event, name) => changed(directory, name ?? ''));
      watcher.on('error', () => forget(directory));
      watchers.set(directory, watcher);
    }
  };
  const forget = (directory) => {
    watchers.get(directory)?.close();
    watchers.delete(directory);
  };
  const changed = (directory, name) => {
    const path = join(directory, name);
    // A directory that is gone may come back as another one.
    if (watchers.has(path)) forget(path);
    const isDirectory = !name.includes('.');
    if (!isDirectory && !isRelevant(name)) return;
    clearTimeout(settling);
    settling = setTimeout(() => void addAll().then(() => isEnded || doWork()), settleMs);
  };
  await addAll();
  return () => {
    isEnded = true;
    clearTimeout(settling);
    for (const directory of [...watchers.keys()]) forget(directory);
  };
}

async function directoriesBelow(directory) {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory() && entry.name !== 'node_modules').map(({ name }) => name);
  return [directory, ...(await Promise.all(names.map((name) => directoriesBelow(join(directory, name))))).flat()];
}

/** Runs `work`; what is requested meanwhile is done once more afterwards. */
function oneAfterAnother(work) {
  let isRunning = false;
  let isRequested = false;
  return async () => {
    isRequested = true;
    if (isRunning) return;
    isRunning = true;
    while (isRequested) {
      isRequested = false;
      await work();
    }
    isRunning = false;
  };
}
