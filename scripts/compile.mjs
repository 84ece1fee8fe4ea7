// Builds the server where it is not; of a package it compiles it, once for each user. The launcher runs this before each start.
import { buildServer } from './bootstrap/server-build.mjs';

await buildServer(process.execPath);
