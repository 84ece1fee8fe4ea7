import { join } from 'node:path';
import { parseJson } from '../bootstrap/parse-json.mjs';
import { OneLineError, run } from '../bootstrap/run.mjs';
import { compareVersions, describeCheckout, findNewest, migrationsOf } from './releases.mjs';

/** What an upgrade of the checkout `root` would do; changes nothing. */
export async function planUpgrade(root) {
  const checkout = await describeCheckout(root);
  const newest = await findNewest(root, checkout.remote);
  const isNewer = newest !== undefined && compareVersions(newest.version, checkout.version) > 0;
  const data = await describeData(root);
  const migrations = isNewer ? await migrationsOf(root, { remote: checkout.remote, tag: newest.tag }) : [];
  const pending = data.exists ? migrations.filter(({ when }) => when > data.migration) : [];
  return { checkout, newest, isNewer, data, pending };
}

/** What `npm run backup -- describe` of this checkout knows of the data. */
export async function describeData(root) {
  const output = await run(process.execPath, [join(root, 'scripts', 'backup.mjs'), 'describe'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  }).catch((error) => {
    throw new OneLineError(error.output?.trim() || 'The data cannot be read; the reason is above.');
  });
  const data = parseJson(output.trim().split('\n').at(-1));
  if (!data) throw new OneLineError('The data cannot be read; the reason is above.');
  return data;
}

/** Why it is wiser not to upgrade now; undefined: nothing speaks against it. */
export function refusalOf({ checkout, newest, isNewer, data, pending }) {
  if (!newest) return `The remote ${checkout.remote} has no release, which is a tag such as v1.2.3.`;
  if (!isNewer)
    return `Cyno ${checkout.version} is here, and the newest release is ${newest.version}. There is nothing to do.`;
  if (checkout.changed.length > 0)
    return `These files were changed:\n${checkout.changed.join('\n')}\nCommit them or take the changes back (git restore), then run this again.`;
  if (!data.exists)
    return `There is no data in ${data.dataDirectory}. Set DATA_DIR in .env to the folder of your data; what only the unit of a service sets is not known here.`;
  if (data.isRunning)
    return `Cyno is running on ${data.dataDirectory}. Stop it first, for instance with: sudo systemctl stop cyno`;
  if (pending.length === 0) return undefined;
  if (data.freeBytes >= data.neededBytes) return undefined;
  const tooLittle = `There is too little space in ${data.dataDirectory} for the snapshot: ${megabytes(data.freeBytes)} are free, ${megabytes(data.neededBytes)} are needed.`;
  return data.isEmbedded
    ? tooLittle
    : `${tooLittle} To upgrade without one, back up the database with your own tools, then: git checkout ${newest.tag} && npm start`;
}

/** The plan as lines for people. */
export function describePlan(plan) {
  const { checkout, newest, data, pending } = plan;
  const refusal = refusalOf(plan);
  const rows = [
    [
      'This version',
      `${checkout.version}, commit ${checkout.commit.slice(0, 10)}${checkout.branch ? ` on ${checkout.branch}` : ''}`,
    ],
    ['Newest release', newest ? `${newest.version} (tag ${newest.tag} of ${checkout.remote})` : 'none'],
    ['Files', checkout.changed.length > 0 ? `${checkout.changed.length} changed` : 'unchanged'],
    [
      'Data',
      data.exists
        ? `${data.dataDirectory}, ${data.isRunning ? 'in use' : 'not in use'}`
        : `none in ${data.dataDirectory}`,
    ],
    ['Migrations', pending.length > 0 ? pending.map(({ tag }) => tag).join(', ') : 'none'],
    ...(pending.length > 0
      ? [['Snapshot', `needs up to ${megabytes(data.neededBytes)}; ${megabytes(data.freeBytes)} are free`]]
      : []),
    ['Upgrade', refusal ?? 'possible: npm run upgrade'],
  ];
  return rows.map(([name, value]) => `${name.padEnd(16)}${value}`).join('\n');
}

const megabytes = (bytes) => `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en-US')} MB`;
