// Checks and tests everything from a fresh clone, and ends with one line: `N passed, N failed`.
import('./bootstrap/node-version.mjs')
  .then((bootstrap) => {
    bootstrap.requireNode();
    return import('./bootstrap/test/test.mjs');
  })
  .then((command) => command.test(process.argv.slice(2)))
  .catch((error) => {
    console.error(error.oneLine ? error.message : error.stack);
    console.log('0 passed, 1 failed');
    process.exit(1);
  });
