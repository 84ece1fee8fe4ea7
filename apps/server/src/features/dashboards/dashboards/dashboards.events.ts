import { defineEvent } from '../../../platform/bus/index.ts';

/** The dashboard of a device changed. */
export const deviceDashboardChanged = defineEvent<{ readonly deviceId: number; readonly accountId: number }>(
  'device-dashboard.changed',
  { scope: 'cluster', key: 'deviceId' },
);

/** An account is to read its own dashboards, and those that are shared with it, again. */
export const accountDashboardsChanged = defineEvent<{ readonly accountId: number }>('account-dashboards.changed', {
  scope: 'cluster',
  key: 'accountId',
});
