import { expect, test, viewFindings } from './support/test.ts';
import { accountsViews } from './views/accounts.views.ts';
import { alertsViews } from './views/alerts.views.ts';
import { appViews } from './views/app.views.ts';
import { computedViews } from './views/computed.views.ts';
import { dashboardsViews } from './views/dashboards.views.ts';
import { devicesViews } from './views/devices.views.ts';
import { pairingViews } from './views/pairing.views.ts';
import { scenesViews } from './views/scenes.views.ts';
import type { PageView } from './views/view.ts';

const views: readonly PageView[] = [
  ...accountsViews,
  ...alertsViews,
  ...scenesViews,
  ...appViews,
  ...computedViews,
  ...dashboardsViews,
  ...devicesViews,
  ...pairingViews,
];

// What is looked at may be a refusal, which the browser notes.
test.use({ allowErrors: /Failed to load resource/ });

test.describe('is accessible and fits from 360 to 1440 px in both themes', () => {
  test.describe.configure({ mode: 'parallel' });
  for (const { name, open } of views) {
    test(name, async ({ page, boards }) => {
      const findings: string[] = [];
      const check = async (what: string) => {
        await expect(page).toHaveTitle(/Cyno/);
        findings.push(...(await viewFindings(page, what)));
      };
      await open(page, boards, check);
      await check(name);
      expect(findings).toEqual([]);
    });
  }
});
