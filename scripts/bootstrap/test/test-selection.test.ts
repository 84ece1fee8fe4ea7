import { expect, test } from 'vitest';
import { findJourneys, selectTests } from './test-selection.mjs';

const specs = ['passes.spec.ts', 'sharing.spec.ts', 'sharing-links.spec.ts', 'layout.spec.ts', 'docs.spec.ts'];

test.each([
  [['apps/server/src/features/dashboards/passes/passes.service.ts'], ['passes.spec.ts']],
  [['apps/web/src/features/dashboards/sharing/room/share-card.tsx'], ['sharing.spec.ts', 'sharing-links.spec.ts']],
  [['apps/web/e2e/layout.spec.ts'], ['layout.spec.ts']],
  [['README.md', 'apps/server/src/features/dashboards/passes/passes.test.ts', 'bench/src/web.ts'], []],
  [['apps/server/src/features/dashboards/passes/index.ts', 'apps/server/src/app.ts'], specs],
  [['apps/web/e2e/support/users.ts'], specs],
  [['apps/web/src/features/people/without-a-journey/page.tsx'], specs],
  [['apps/docs/src/build.ts'], ['docs.spec.ts']],
  [['package-lock.json'], specs],
])('changes of %j touch the journeys %j', (files, journeys) => {
  expect(findJourneys(files, specs)).toEqual(journeys);
});

test('names choose tests of the server and the web, without the checks', async () => {
  expect(await selectTests(['passes'])).toEqual({ checks: false, vitest: ['passes'], journeys: ['passes'] });
});

test('an unknown option is reported', async () => {
  await expect(selectTests(['--quick'])).rejects.toThrow('There is no option --quick.');
});
