// Brings a checkout to the newest release and goes back when that is not healthy; `--check` only describes what would happen.
// This file has no syntax that an old Node cannot read, so that the sentence below reaches its user.
import('./bootstrap/node-version.mjs')
  .then((bootstrap) => {
    bootstrap.requireNode();
    return Promise.all([import('./upgrade/upgrade.mjs'), import('./bootstrap/paths.mjs')]);
  })
  .then(([command, { root, isBuilt }]) => command.upgrade(process.argv.slice(2), { root, isBuilt }))
  .catch((error) => {
    console.error(error.oneLine ? error.message : error.stack);
    process.exit(1);
  });
