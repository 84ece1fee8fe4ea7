import { accountsLooks } from './looks/accounts.looks.ts';
import { appLooks } from './looks/app.looks.ts';
import { dashboardsLooks } from './looks/dashboards.looks.ts';
import { devicesLooks } from './looks/devices.looks.ts';
import type { Look } from './looks/look.ts';
import { pairingLooks } from './looks/pairing.looks.ts';
import { expect, lookFindings, test } from './support/test.ts';

const looks: readonly Look[] = [...accountsLooks, ...appLooks, ...dashboardsLooks, ...devicesLooks, ...pairingLooks];

// What is looked at may be a refusal, which the browser notes.
test.use({ allowErrors: /Failed to load resource/, contextOptions: { reducedMotion: 'reduce' } });

test.describe('is accessible and fits from 360 to 1440 px in both themes', () => {
  test.describe.configure({ mode: 'parallel' });
  for (const { name, open } of looks) {
    test(name, async ({ page, boards }) => {
      await open(page, boards);
      await expect(page).toHaveTitle(/Cyno/);
      expect(await lookFindings(page, name)).toEqual([]);
    });
  }
});
