import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt, modules, pinnedNode, root } from './paths.mjs';
import { OneLineError, run, runNpm, step } from './run.mjs';

const ownNodeIsEnough = Number(process.versions.node.split('.')[0]) >= 24;

/** Installs the lock file unless it is there, and returns the Node to run the server with. */
export async function installDependencies() {
  if (isBuilt) return pinnedNode;
  if (!isInstalled()) {
    await step('Installing dependencies (the first time this takes a minute or two)', () =>
      runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error']).catch(explainFailure),
    );
  }
  if (existsSync(pinnedNode)) return pinnedNode;
  // Its install script did not run, for instance because of `ignore-scripts`.
  if (ownNodeIsEnough) return process.execPath;
  await step('Getting Node 24', () =>
    run(process.execPath, ['installArchSpecificPackage.js'], { cwd: join(modules, 'node') }).catch(explainFailure),
  );
  return pinnedNode;
}

/** Compares the lock file with the one that npm keeps of what it installed, so a developer's `npm install` counts too. */
function isInstalled() {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const present = packagesOf(join(modules, '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true;
    const found = present[path];
    return found ? found.version === entry.version : entry.optional === true;
  });
}

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function explainFailure(error) {
  if (/ENOSPC/.test(error.output)) throw new OneLineError('The disk is full: the dependencies need about 700 MB.');
  const lines = (error.output ?? error.message).split('\n').filter((line) => /npm (error|ERR!)/.test(line));
  const reason = lines
    .slice(0, 3)
    .join(' ')
    .replace(/npm (error|ERR!) ?/g, '');
  throw new OneLineError(`The dependencies cannot be installed: ${reason || error.message}`);
}
