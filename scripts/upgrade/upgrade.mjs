import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endWithShell } from '../bootstrap/end-with-shell.mjs';
import { OneLineError, run, step } from '../bootstrap/run.mjs';
import { describeData, describePlan, planUpgrade, refusalOf } from './plan.mjs';
import { git } from './releases.mjs';
import { tryStart } from './try-start.mjs';

const usage = `npm run upgrade             brings this checkout to the newest release; Cyno must not run
npm run upgrade -- --check  says what that would do, and changes nothing`;

/** Everything that is needed is loaded before the files of this checkout change. */
export async function upgrade(args, { root, isBuilt = false }) {
  if (isBuilt)
    throw new OneLineError('This Cyno came as a package: upgrade it as a package. See docs/running/upgrade.');
  if (args.includes('--help')) {
    console.log(usage);
    return;
  }
  if (args.length > 1 || (args.length === 1 && args[0] !== '--check')) throw new OneLineError(usage);
  const plan = await planUpgrade(root);
  if (args.length === 1) {
    console.log(describePlan(plan));
    return;
  }
  const refusal = refusalOf(plan);
  if (refusal) throw new OneLineError(refusal);
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  endWithShell(onSignal);
  const serving = await moveTo(root, plan, interrupt.signal);
  const { newest, checkout } = plan;
  const works = serving
    ? `starts and is on standby, because ${serving} serves`
    : `works with your data in ${plan.data.dataDirectory}`;
  console.log(`Cyno ${newest.version} ${works}. Start it as you usually do: npm start, or sudo systemctl start cyno.
The commit of before was ${checkout.branch ?? checkout.commit}.`);
  // What watches the shell would keep the process.
  process.exit();
}

async function moveTo(root, { checkout, newest, data }, signal) {
  const { tag, version } = newest;
  await step(`Fetching ${tag}`, () =>
    git(root, 'fetch', '--quiet', checkout.remote, `refs/tags/${tag}:refs/tags/${tag}`),
  );
  await git(root, 'checkout', '--quiet', tag);
  // Of an earlier try, after which the server would refuse to start. Somebody wants it to be tried again.
  await rm(join(data.dataDirectory, 'upgrade.json'), { force: true });
  try {
    return await step(`Starting Cyno ${version} with your data`, () => tryStart(root, { signal }));
  } catch (cause) {
    throw new OneLineError(
      `Cyno ${version} was not healthy: ${cause.message}\n${await goBack(root, { checkout, data })}`,
      { cause },
    );
  }
}

/** The old sources, and the data as it was; returns what to report, also when that fails. */
async function goBack(root, { checkout, data }) {
  const before = checkout.branch ?? checkout.commit;
  try {
    await git(root, 'checkout', '--quiet', '--force', before);
  } catch (error) {
    return `Cyno ${checkout.version} could not be checked out again: ${error.message}. Run: git checkout --force ${before}`;
  }
  const result = await putBack(root, data).catch((error) => `but its data could not be put back: ${error.message}`);
  return `Cyno ${checkout.version} is checked out again, ${result}`;
}

async function putBack(root, data) {
  const now = await describeData(root);
  if (now.migration === data.migration) return 'and the data is as it was. Start it as you usually do.';
  const snapshot = now.newestSnapshot;
  if (!snapshot || snapshot === data.newestSnapshot)
    return 'but its data was changed and there is no snapshot. Restore a backup: npm run backup -- list';
  if (!data.isEmbedded)
    return `but your PostgreSQL has the data of the new version. To go back, create an empty database (createdb), set DATABASE_URL to it, and run: npm run restore -- ${snapshot}`;
  await run(process.execPath, [join(root, 'scripts', 'backup.mjs'), 'restore', snapshot], {
    cwd: root,
    stdio: 'inherit',
  }).catch((cause) => {
    throw new OneLineError(`The reason is above. Mend it, then run: npm run restore -- ${snapshot}`, { cause });
  });
  return `and the data was put back from ${snapshot}. Start it as you usually do.`;
}
