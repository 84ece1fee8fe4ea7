import { fileURLToPath } from 'node:url';

/** The server as `npm start` runs it; built before the first test. */
export const builtServer = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
/** Where Node keeps what it compiled of the server: starts are quicker with it, and the same. */
export const compileCache = fileURLToPath(new URL('../../../../.cache/node', import.meta.url));
