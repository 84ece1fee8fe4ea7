import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { build, type Plugin } from 'vite';

/** The worker itself, what the browser reads by itself, and the finest map, which takes as much room as a quarter of the app. */
const notStored = /^service-worker\.js$|\.webmanifest$|^icons\/|^assets\/countries-50m|\.(br|gz|map|txt)$/;

/** Builds `service-worker.js` after the app, with the list of the app's files in it. */
export function serviceWorker(root: string): Plugin {
  return {
    name: 'cyno-service-worker',
    apply: 'build',
    async writeBundle({ dir = join(root, 'dist') }) {
      const files = await listFiles(dir);
      await build({
        configFile: false,
        root,
        logLevel: 'warn',
        publicDir: false,
        define: { filesOfVersion: JSON.stringify(files) },
        build: {
          outDir: dir,
          emptyOutDir: false,
          rolldownOptions: {
            input: join(root, 'src/service-worker/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'service-worker.js' },
          },
        },
      });
    },
  };
}

/** The files of the app as Workbox wants them, from where the worker is: those without a hash in their name have one of their content. */
async function listFiles(dir: string): Promise<{ url: string; revision: string | null }[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !notStored.test(path))
    .toSorted();
  return Promise.all(
    paths.map(async (path) => ({
      url: path,
      revision: path.startsWith('assets/') ? null : hashOf(await readFile(join(dir, path))),
    })),
  );
}

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex').slice(0, 16);
