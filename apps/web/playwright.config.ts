import { defineConfig } from '@playwright/test';
import { browserLaunch } from './e2e/support/browser-launch.ts';
import { countWorkers, patience } from './e2e/support/workers.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Much of a journey waits for boards, mails and pages: four workers use two cores. Each has a product of its own.
  workers: countWorkers(4),
  retries: 0,
  // A wait ends with what it waits for. These limits only name a journey that hangs, beside twenty other busy processes too.
  timeout: patience(600_000),
  expect: { timeout: patience(60_000) },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/results.json' }]],
  globalSetup: './e2e/support/global-setup.ts',
  use: {
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Asia/Bangkok',
    locale: 'en-US',
    // Journeys about what happens without the server allow it; in the others it would only respond in the place of the server.
    serviceWorkers: 'block',
    // To record every journey takes a good part of two cores.
    trace: 'off',
    // What still moves when it is pressed is missed where the browser gets little time.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: browserLaunch,
  },
});
