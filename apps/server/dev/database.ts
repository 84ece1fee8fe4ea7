import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDataDirectory } from '../src/platform/data-directory.ts';
import { startEmbeddedPostgres } from '../src/platform/database/index.ts';
import { openLog } from '../src/platform/log/index.ts';

/**
 * The embedded PostgreSQL of `npm run dev`, in a process of its own so that it outlives the restarts of the server. Arguments: its directory,
 * and a file without which what is there is not whole, so that it begins with an empty database.
 */
const [directory = '', wholeFile = ''] = process.argv.slice(2);
// Two on one cluster would destroy it.
const { path } = await openDataDirectory(directory);
if (!existsSync(wholeFile)) await rm(join(path, 'cluster'), { recursive: true, force: true });
const { log } = await openLog({ level: 'warn', directory: join(path, 'logs') });
const postgres = await startEmbeddedPostgres({ directory: path, log });
const stop = () => void postgres.stop().then(() => process.exit());
process.once('SIGTERM', stop);
process.once('disconnect', stop);
// Ctrl+C reaches every program of the terminal: the server writes what it holds first.
process.on('SIGINT', () => {});
process.stdout.write(`${JSON.stringify({ ready: true, url: postgres.url })}\n`);
