// Makes a backup, or lists them; `npm run restore` puts one in place.
// This file has no syntax that an old Node cannot read, so that the sentence below reaches its user.
import('./bootstrap/node-version.mjs')
  .then((bootstrap) => {
    bootstrap.requireNode();
    return import('./bootstrap/server-command.mjs');
  })
  .then((bootstrap) => bootstrap.serverCommand('backup.ts', process.argv.slice(2)))
  .catch((error) => {
    console.error(error.oneLine ? error.message : error.stack);
    process.exit(1);
  });
