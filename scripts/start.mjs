// Starts Cyno from a fresh clone: installs, builds and runs, and skips what is already done.
// This file has no syntax that an old Node cannot read, so that the sentence below reaches its user.
import('./bootstrap/node-version.mjs')
  .then((bootstrap) => {
    bootstrap.requireNode();
    return import('./bootstrap/start.mjs');
  })
  .then((command) => command.start())
  .catch((error) => {
    console.error(error.oneLine ? error.message : error.stack);
    process.exit(1);
  });
