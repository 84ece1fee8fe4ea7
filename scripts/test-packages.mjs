// Builds the container image and the Debian package on bases made with debootstrap, and runs them; as root on Debian, half an hour on two cores.
import('./release/checks/packages.mjs')
  .then((command) => command.testPackages(process.argv.slice(2)))
  .catch((error) => {
    console.error(error.oneLine ? error.message : error.stack);
    process.exit(1);
  });
