import { automationOperations } from './automation/automations.ts';
import { boardClaimOperations } from './boards/board-claims.ts';
import { boardHealthOperations } from './boards/board-health.ts';
import { controlOperations } from './boards/control.ts';
import { deviceGroupOperations } from './boards/device-groups.ts';
import { deviceOperations } from './boards/devices.ts';
import { firmwareOperations } from './boards/firmware.ts';
import { pairingOperations } from './boards/pairing.ts';
import { sketchOperations } from './boards/sketches.ts';
import { virtualBoardOperations } from './boards/virtual-boards.ts';
import { projectOperations } from './code/projects.ts';
import { guestOperations } from './dashboards/dashboard-guests.ts';
import { accountDashboardOperations, deviceDashboardOperations } from './dashboards/dashboards.ts';
import { linkOperations, publicDashboardOperations } from './dashboards/links.ts';
import { passOperations } from './dashboards/passes.ts';
import { dashboardShareOperations, deviceShareOperations, offerOperations } from './dashboards/sharing.ts';
import type { Operation } from './operation.ts';
import { accountDataOperations } from './people/account-data.ts';
import { accessTokenOperations, loginOperations, profileOperations } from './people/accounts.ts';
import { invitationOperations, userOperations } from './people/admin.ts';
import { adminLogOperations } from './people/admin-logs.ts';
import { billingOperations } from './people/billing.ts';
import { identityOperations } from './people/identities.ts';
import { serverStatusOperations } from './people/server-status.ts';
import { twoFactorOperations } from './people/two-factor.ts';
import { annotationOperations } from './telemetry/annotations.ts';
import { importOperations } from './telemetry/imports.ts';
import { telemetryOperations, variableOperations } from './telemetry/telemetry.ts';

export { commonErrors } from './common-errors.ts';
export type { Operation, OperationErrors } from './operation.ts';

/** How the description of the API documents each route, by the name of the route; a test of the server compares them. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries({
    ...automationOperations,
    ...boardClaimOperations,
    ...boardHealthOperations,
    ...controlOperations,
    ...deviceGroupOperations,
    ...deviceOperations,
    ...firmwareOperations,
    ...pairingOperations,
    ...sketchOperations,
    ...virtualBoardOperations,
    ...projectOperations,
    ...guestOperations,
    ...deviceDashboardOperations,
    ...accountDashboardOperations,
    ...linkOperations,
    ...publicDashboardOperations,
    ...passOperations,
    ...deviceShareOperations,
    ...dashboardShareOperations,
    ...offerOperations,
    ...accountDataOperations,
    ...loginOperations,
    ...profileOperations,
    ...accessTokenOperations,
    ...adminLogOperations,
    ...userOperations,
    ...invitationOperations,
    ...billingOperations,
    ...identityOperations,
    ...serverStatusOperations,
    ...twoFactorOperations,
    ...annotationOperations,
    ...importOperations,
    ...telemetryOperations,
    ...variableOperations,
  }),
);
