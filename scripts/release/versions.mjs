import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the version is, beside the lists of packages. */
const places = [
  ['deploy/Dockerfile', /^(ARG VERSION=)(\S+)$/gm],
  ['deploy/compose.yaml', /(\$\{CYNO_IMAGE:-cyno:)([^}]+)/g],
  ['deploy/kubernetes/kustomization.yaml', /(newTag: )(\S+)/g],
  ['deploy/home-assistant/cyno/config.yaml', /^(version: )(\S+)$/gm],
  ['deploy/home-assistant/cyno/Dockerfile', /^(ARG CYNO_IMAGE=cyno:)(\S+)$/gm],
];
/** In a list of packages, of its own and of where it names a neighbour. */
const listed = /^( *"(?:version|@cyno\/[\w-]+)": ")([^"]+)/gm;

/** Writes the version in each place where the checkout `root` has it, and returns the files that were changed. */
export async function setVersion(root, version) {
  const changed = [];
  const change = async (file, edit) => {
    const before = await readFile(join(root, file), 'utf8');
    const after = edit(before);
    if (after === before) return;
    await writeFile(join(root, file), after);
    changed.push(file);
  };
  const { workspaces } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const lists = (await Promise.all(workspaces.map((pattern) => packagesOf(root, pattern)))).flat();
  for (const file of ['package.json', ...lists])
    await change(file, (text) => text.replace(listed, (_, before) => before + version));
  await change('package-lock.json', (text) => editLock(text, version));
  for (const [file, pattern] of places)
    await change(file, (text) => text.replace(pattern, (_, before) => before + version));
  return changed;
}

/** The lists of packages of `apps/*` or of one folder. */
async function packagesOf(root, pattern) {
  if (!pattern.endsWith('/*')) return [`${pattern}/package.json`];
  const folder = pattern.slice(0, -2);
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}/${name}/package.json`);
}

function editLock(text, version) {
  const lock = JSON.parse(text);
  lock.version = version;
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path.startsWith('node_modules/')) continue;
    entry.version = version;
    for (const names of [entry.dependencies ?? {}, entry.devDependencies ?? {}])
      for (const name of Object.keys(names)) if (name.startsWith('@cyno/')) names[name] = version;
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}

/** The change log with the section of a version that is released on a day; undefined when there is no section of it. */
export function dateSection(changelog, { version, day }) {
  const heading = new RegExp(`^## ${version.replaceAll('.', '\\.')} \\((.+)\\)$`, 'm');
  const [line, when] = heading.exec(changelog) ?? [];
  if (line === undefined) return undefined;
  return when === 'unreleased' ? changelog.replace(line, `## ${version} (${day})`) : changelog;
}
