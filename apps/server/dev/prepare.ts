import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import '../src/platform/quick-imports.ts';

/**
 * Loaded before the server by `npm run dev`: it loads the packages and waits for a message, so that a restart takes only the time of our own
 * code.
 */
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>;
};
const packages = Object.keys(manifest.dependencies).filter((name) => !name.startsWith('@cyno/'));
const drizzle = ['drizzle-orm/node-postgres', 'drizzle-orm/node-postgres/migrator', 'drizzle-orm/pg-core'];
// What cannot be loaded fails again, and is reported, when the server loads it.
await Promise.allSettled([...packages, ...drizzle].map((name) => import(name)));
await once(process, 'message');
