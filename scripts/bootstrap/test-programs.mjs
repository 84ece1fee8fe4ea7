import { installPackage } from './apt.mjs';
import { run, step } from './run.mjs';

/** Servers that tests run beside the product, by the argument that shows that they are there; each is a package of Debian by the same name. */
const programs = { pebble: '-h', rclone: 'version' };

/** Installs what is missing of them; where that cannot be done, their tests report it. */
export async function findTestPrograms() {
  for (const [name, argument] of Object.entries(programs)) {
    const isMissing = await run(name, [argument]).then(
      () => false,
      (error) => error.code === 'ENOENT',
    );
    if (isMissing) await step(`Installing ${name}`, () => installPackage(name));
  }
}
