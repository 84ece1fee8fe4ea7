import { putInPlace } from '../../src/platform/backup/put-in-place.ts';

/** A process of its own that puts the prepared data of a data directory in its place. */
await putInPlace(process.argv[2] ?? '', new Date(0));
