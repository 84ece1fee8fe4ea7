// Compiles the server beforehand, once for each user of a package; its launcher runs it before each start.
import { compileServer } from './bootstrap/server-cache.mjs';

await compileServer(process.execPath);
