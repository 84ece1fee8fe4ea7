// Runs files of tests 20 times each beside 20 busy processes: `node scripts/stress-tests.mjs passes.test.ts sharing.spec.ts`.
import('./bootstrap/node-version.mjs')
  .then((bootstrap) => {
    bootstrap.requireNode();
    return import('./bootstrap/test/stress.mjs');
  })
  .then((command) => command.stress(process.argv.slice(2)))
  .catch((error) => {
    console.error(error.oneLine ? error.message : error.stack);
    process.exit(1);
  });
