// Makes what a release consists of, below dist/; `--tree DIRECTORY` makes only the tree that all packages hold.
import('./bootstrap/node-version.mjs')
  .then((bootstrap) => {
    bootstrap.requireNode();
    return import('./release/release.mjs');
  })
  .then((command) => command.release(process.argv.slice(2)))
  .catch((error) => {
    console.error(error.oneLine ? error.message : error.stack);
    process.exit(1);
  });
