import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'apps/server/src/**/*.test.ts',
      'apps/web/src/**/*.test.ts',
      'apps/docs/src/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    execArgv: ['--import', new URL('apps/server/src/platform/quick-imports.ts', import.meta.url).href],
    globalSetup: ['apps/server/test/global-setup.ts'],
    // On two cores Vitest takes one worker; most tests wait for processes, sockets and clocks. With three, tests of latencies get too little.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // What waits for boards and processes can meet a busy moment; `npm test` names what needed a second try.
    retry: 1,
    expect: { poll: { timeout: 10_000 } },
    dangerouslyIgnoreUnhandledErrors: false,
  },
});
