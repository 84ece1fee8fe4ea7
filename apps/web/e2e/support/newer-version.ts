import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceWorker } from '../../build/service-worker-plugin.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const web = join(root, 'apps/web');
/** What Vite writes behind the name of a file. */
const hash = /-([\w-]{7,8})(?=\.\w+$)/;
const texts = /\.(js|css|html)$/;

/**
 * Installs the product in an empty directory as its next version would be: everything in `assets/` has another name, and the service
 * worker lists the new ones. Resolves with the directory.
 */
export async function installNewerVersion(directory: string): Promise<string> {
  await mkdir(join(directory, 'apps/web'), { recursive: true });
  await mkdir(join(directory, 'apps/docs'));
  await cp(join(root, 'apps/server'), join(directory, 'apps/server'), { recursive: true });
  await cp(join(root, 'package.json'), join(directory, 'package.json'));
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
  await symlink(join(root, 'apps/docs/dist'), join(directory, 'apps/docs/dist'));
  const dist = join(directory, 'apps/web/dist');
  await cp(join(web, 'dist'), dist, { recursive: true });
  await renameAssets(dist);
  const { writeBundle } = serviceWorker(web);
  if (typeof writeBundle !== 'function') throw new Error('The plugin does not write a service worker.');
  await (writeBundle as (output: { dir: string }) => Promise<void>)({ dir: dist });
  return directory;
}

async function renameAssets(dist: string): Promise<void> {
  const files = await readdir(dist, { recursive: true });
  // Compressed copies would still be of the version before.
  await Promise.all(files.filter((file) => /\.(br|gz)$/.test(file)).map((file) => rm(join(dist, file))));
  const assets = (await readdir(join(dist, 'assets'))).filter((name) => hash.test(name));
  const newer = new Map(assets.map((name) => [name, name.replace(hash, (_, old: string) => `-${reversed(old)}`)]));
  const names = new RegExp(assets.map((name) => RegExp.escape(name)).join('|'), 'g');
  for (const file of files.filter((name) => texts.test(name) && name !== 'service-worker.js')) {
    const text = await readFile(join(dist, file), 'utf8');
    await writeFile(
      join(dist, file),
      text.replaceAll(names, (name) => newer.get(name) ?? name),
    );
  }
  for (const [name, next] of newer) await rename(join(dist, 'assets', name), join(dist, 'assets', next));
}

const reversed = (text: string): string => [...text].toReversed().join('');
