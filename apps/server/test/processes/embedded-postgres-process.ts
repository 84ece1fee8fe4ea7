import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts';
import { silentLogger } from '../log.ts';

/** A process of its own that runs the embedded PostgreSQL of a directory until it is killed; prints where it listens. */
const directory = process.argv[2] ?? '';
const postgres = await startEmbeddedPostgres({ directory, log: silentLogger });
process.once('SIGTERM', () => void postgres.stop());
process.stdout.write(`${postgres.url}\n`);
