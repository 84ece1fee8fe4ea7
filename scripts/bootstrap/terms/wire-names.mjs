import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from '../paths.mjs';

const sources = ['packages/contract/src', 'apps/server/src/platform/database/schema'];

/** The names of fields of the HTTP API and of columns of the database, read from where both are defined. */
export async function readWireNames() {
  const files = await Promise.all(
    sources.map(async (source) => {
      const entries = await readdir(join(root, source), { recursive: true });
      // The descriptions of the API have names of their own beside those of their examples.
      const defining = entries.filter((path) => /(?<!\.test)\.ts$/.test(path) && !path.startsWith('api/'));
      return defining.map((path) => join(root, source, path));
    }),
  );
  const texts = await Promise.all(files.flat().map(async (path) => [path, await readFile(path, 'utf8')]));
  return new Set(texts.flatMap(([path, text]) => keysOf(parseSync(path, text).program)));
}

function keysOf(node) {
  if (node === null || typeof node !== 'object') return [];
  const { type, key, computed } = node;
  const own = type === 'Property' && !computed && key.type === 'Identifier' ? [key.name] : [];
  return [...own, ...Object.values(node).flatMap(keysOf)];
}
