// Manages accounts on the machine itself; without arguments it prints the usage.
// This file has no syntax that an old Node cannot read, so that the sentence below reaches its user.
import('./bootstrap/node-version.mjs')
  .then((bootstrap) => {
    bootstrap.requireNode();
    return import('./bootstrap/admin.mjs');
  })
  .then((command) => command.admin())
  .catch((error) => {
    console.error(error.oneLine ? error.message : error.stack);
    process.exit(1);
  });
