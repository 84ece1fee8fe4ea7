// Runs everything for development: database, server, web app and documentation, with a showcase account.
// This file has no syntax that an old Node cannot read, so that the sentence below reaches its user.
import('./bootstrap/node-version.mjs')
  .then((bootstrap) => {
    bootstrap.requireNode();
    return import('./bootstrap/dev/dev.mjs');
  })
  .then((command) => command.dev())
  .catch((error) => {
    console.error(error.oneLine ? error.message : error.stack);
    process.exit(1);
  });
