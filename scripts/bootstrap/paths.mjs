import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

const inRoot = (...parts) => join(root, ...parts);

export const modules = inRoot('node_modules');
/** The pinned Node that npm installed. */
export const pinnedNode = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
export const serverDirectory = inRoot('apps', 'server');
/** What runs: the server in few files. */
export const serverDist = join(serverDirectory, 'dist');
export const serverProgram = join(serverDist, 'main.js');
export const webDirectory = inRoot('apps', 'web');
export const webDist = join(webDirectory, 'dist');
export const docsDirectory = inRoot('apps', 'docs');
export const docsDist = join(docsDirectory, 'dist');
/** Which version and commit a package was built from; a checkout has no such file. */
export const builtMarker = inRoot('built.json');
/** This is the tree of a package: everything is installed and built, and nothing of it may be changed. */
export const isBuilt = existsSync(builtMarker);
/** What is made again when it is lost; systemd gives a service one of its own. */
export const cacheDirectory = process.env.CACHE_DIRECTORY ?? inRoot('.cache');
