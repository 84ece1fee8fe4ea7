import { finishRestore } from '../../src/platform/backup/finish-restore.ts';
import { silentLogger } from '../log.ts';

/** A process of its own that finishes a restore into the database of an operator. */
const [, , dataDirectory = '', databaseUrl = ''] = process.argv;
await finishRestore(dataDirectory, { databaseUrl, log: silentLogger });
