import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Podman and buildah with storage of their own, which is gone with the directory. */
export async function containerTools(directory) {
  const storage = join(directory, 'storage.conf');
  const containers = join(directory, 'containers.conf');
  const runtime = join(directory, 'runc');
  await writeFile(
    storage,
    `[storage]\ndriver = "vfs"\ngraphroot = "${directory}/graph"\nrunroot = "${directory}/run"\n`,
  );
  await writeFile(runtime, runtimeWithoutLimits);
  await chmod(runtime, 0o755);
  const engine = `[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\n[engine.runtimes]\nrunc = ["${runtime}"]\n`;
  await writeFile(containers, engine);
  return { CONTAINERS_STORAGE_CONF: storage, CONTAINERS_CONF: containers };
}

/** Root of a sandbox may not raise limits, which podman does for every container. */
const runtimeWithoutLimits = `#!${process.execPath}
const { fstatSync, readFileSync, writeFileSync } = require('node:fs');
const { spawnSync } = require('node:child_process');
const args = process.argv.slice(2);
function change(file, edit) {
  const content = JSON.parse(readFileSync(file, 'utf8'));
  edit(content);
  writeFileSync(file, JSON.stringify(content));
}
const valueOf = (name) => {
  const at = args.findIndex((arg) => arg === name || arg.startsWith(name + '='));
  return at < 0 ? undefined : args[at].includes('=') ? args[at].slice(name.length + 1) : args[at + 1];
};
const bundle = valueOf('--bundle');
if (bundle) change(bundle + '/config.json', (config) => delete config.process.rlimits);
const started = valueOf('--process');
if (started) change(started, (config) => delete config.rlimits);
const stdio = Array.from({ length: 20 }, (_, descriptor) => {
  try {
    fstatSync(descriptor);
    return descriptor;
  } catch {
    return 'ignore';
  }
});
process.exit(spawnSync('/usr/sbin/runc', args, { stdio }).status ?? 1);
`;
