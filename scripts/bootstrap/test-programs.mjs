import { installPackage } from './apt.mjs';
import { run, step } from './run.mjs';

/** Programs that tests run beside the product, with the argument that shows that they are there, by the package of Debian that has them. */
const programs = {
  pebble: ['pebble', '-h'],
  rclone: ['rclone', 'version'],
  postgresql: ['pg_lsclusters', '--no-header'],
  caddy: ['caddy', 'version'],
  nginx: ['/usr/sbin/nginx', '-v'],
  haproxy: ['/usr/sbin/haproxy', '-v'],
  'nats-server': ['/usr/sbin/nats-server', '--version'],
  curl: ['curl', '--version'],
  prometheus: ['promtool', '--version'],
};

/** Installs what is missing of them; where that cannot be done, their tests report it. */
export async function findTestPrograms() {
  for (const [name, [program, argument]] of Object.entries(programs)) {
    const isMissing = await run(program, [argument]).then(
      () => false,
      (error) => error.code === 'ENOENT',
    );
    if (isMissing) await step(`Installing ${name}`, () => installPackage(name));
  }
}
