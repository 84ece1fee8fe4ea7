import { chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../bootstrap/paths.mjs';
import { run } from '../bootstrap/run.mjs';

const architectures = { x64: 'amd64', arm64: 'arm64' };
const deploy = join(root, 'deploy');
const scripts = ['postinst', 'prerm', 'postrm'];

/** Makes the Debian package of a built tree with `dpkg-deb`, and returns its file. */
export async function makeDebianPackage({ tree, dist, build }) {
  const architecture = architectures[process.arch];
  const stage = join(dist, 'debian');
  const inStage = (...parts) => join(stage, ...parts);
  await cp(tree, inStage('usr/lib/cyno'), { recursive: true, verbatimSymlinks: true });
  // The settings are where a Debian machine has them, and the server reads them where it runs.
  await run('ln', ['-s', '/etc/cyno/cyno.env', inStage('usr/lib/cyno/.env')]);
  await place(
    inStage('etc/cyno/cyno.env'),
    settingsOfPackage(await readFile(join(root, '.env.example'), 'utf8')),
    0o640,
  );
  await place(inStage('usr/bin/cyno'), await readFile(join(deploy, 'debian/cyno')), 0o755);
  await place(inStage('usr/lib/systemd/system/cyno.service'), await readFile(join(deploy, 'cyno.service')));
  await place(inStage('usr/share/doc/cyno/copyright'), await readFile(join(root, 'LICENSE')));
  await place(inStage('usr/share/doc/cyno/examples/low-ports.conf'), await readFile(join(deploy, 'low-ports.conf')));
  for (const name of scripts) await place(inStage('DEBIAN', name), await readFile(join(deploy, 'debian', name)), 0o755);
  await place(inStage('DEBIAN/conffiles'), '/etc/cyno/cyno.env\n');
  const control = await readFile(join(deploy, 'debian/control'), 'utf8');
  const size = await kilobytes(stage);
  await place(
    inStage('DEBIAN/control'),
    control.replace('@VERSION@', build.version).replace('@ARCHITECTURE@', architecture).replace('@SIZE@', String(size)),
  );
  await run('chmod', ['-R', 'go=rX,u+rwX', inStage('usr')]);
  const file = join(dist, `cyno_${build.version}_${architecture}.deb`);
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(Date.parse(build.date) / 1000) };
  await run('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z12', '--build', stage, file], { env });
  await rm(stage, { recursive: true, force: true });
  return file;
}

/** The example of all settings, but for the data folder, which the unit and the commands of the package set. */
export function settingsOfPackage(example) {
  return example.replace(
    /(# .*\n)+#DATA_DIR=.*/,
    `# The data folder is /var/lib/cyno. A line with DATA_DIR here has no effect: to have the data on
# another disk, mount a folder of that disk at /var/lib/cyno.`,
  );
}

async function place(file, content, mode = 0o644) {
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, content);
  await chmod(file, mode);
}

async function kilobytes(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map((file) => stat(file)));
  return Math.ceil(sizes.reduce((sum, { size }) => sum + size, 0) / 1024);
}
