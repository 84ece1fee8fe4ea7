import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { messages } from './apps/web/build/messages-plugin.ts';
import { browserLaunch } from './apps/web/e2e/support/browser-launch.ts';
import { countWorkers, patience } from './apps/web/e2e/support/workers.ts';
import { LongestFirst } from './vitest.sequencer.ts';

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const setup = fileOf('vitest.setup.ts');
const waitMs = patience(60_000);

const serverTests = 'apps/server/src/**/*.test.ts';
const root = fileOf('.');
/**
 * Tests that replace timers. The server of `joinServer` would lose each timer that it starts meanwhile, and with it what it repeats; where
 * time is held its timers would run with those of the test, which takes five times as long.
 */
const timerTests = globSync(serverTests, { cwd: root }).filter((path) => {
  const text = readFileSync(root + path, 'utf8');
  const [joins, fakesTimers] = [text.includes('joinServer'), text.includes('useFakeTimers')];
  if (joins && fakesTimers) throw new Error(`${path} replaces the timers of a server that it shares: use holdTime.`);
  return fakesTimers || (!joins && /create(Alert|Automation)Bench|holdTime\(/.test(text));
});
/**
 * What a board or a page does at one server of several must end as it does at one that is alone. Tests that hold time are left out: nobody
 * knows when all has arrived that is on its way between two servers.
 */
const clusterTests = globSync(
  'apps/server/src/features/{automation/{alerts,message-actions,scenes},boards/{devices/device-log,pairing},dashboards/{dashboard-guests,links,sharing},telemetry/live}/*.test.ts',
  { cwd: root },
).filter((path) => {
  const text = readFileSync(root + path, 'utf8');
  return text.includes('joinServer') && !/holdBoards|holdTime/.test(text);
});
const server = {
  execArgv: ['--import', fileOf('apps/server/src/platform/quick-imports.ts')],
  globalSetup: ['apps/server/test/global-setup.ts'],
  setupFiles: [setup],
};

/**
 * Projects by what a test needs: nothing, a database, a database and timers of its own, a browser; and some of those with a database once
 * more, through another server of a cluster. `npm test` runs them one beside the other.
 */
export default defineConfig({
  test: {
    // Most tests wait for processes and sockets: four workers use two cores.
    maxWorkers: countWorkers(4),
    sequence: { sequencer: LongestFirst },
    // The files of a worker share its modules, and so the server of `joinServer`.
    isolate: false,
    // A wait ends with what it waits for. These limits only name a test that hangs, on a machine with twenty other busy processes too.
    testTimeout: patience(300_000),
    hookTimeout: patience(300_000),
    expect: { poll: { timeout: waitMs } },
    provide: { waitMs },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    dangerouslyIgnoreUnhandledErrors: false,
    projects: [
      {
        extends: true,
        plugins: [messages()],
        test: {
          name: 'unit',
          setupFiles: [setup],
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/web/{src,build}/**/*.test.ts',
            'apps/docs/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      { extends: true, test: { ...server, name: 'server', include: [serverTests], exclude: timerTests } },
      { extends: true, test: { ...server, name: 'timers', include: timerTests } },
      {
        extends: true,
        test: {
          ...server,
          name: 'cluster',
          include: clusterTests,
          globalSetup: [...server.globalSetup, 'apps/server/test/nats-setup.ts'],
        },
      },
      {
        extends: true,
        plugins: [messages()],
        root: 'apps/web',
        cacheDir: '../../.cache/vite',
        // A dependency that is found only while tests run would load their page again.
        optimizeDeps: {
          entries: ['src/app/main.tsx'],
          include: ['vitest-browser-react', '@lingui/core', '@lingui/react', '@lingui/react/server'],
        },
        test: {
          name: 'component',
          include: ['src/**/*.test.tsx'],
          setupFiles: [setup, fileOf('apps/web/test/component-setup.ts')],
          browser: {
            enabled: true,
            headless: true,
            connectTimeout: patience(300_000),
            screenshotFailures: false,
            viewport: { width: 1440, height: 900 },
            provider: playwright({
              launchOptions: browserLaunch,
              contextOptions: { timezoneId: 'Asia/Bangkok', locale: 'en-US', reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
