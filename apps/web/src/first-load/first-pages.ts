/** A page as its first visit needs it. */
export interface FirstPage {
  /** As in `app/router.tsx`. */
  readonly path: string;
  /** Everybody may see it. What nobody sees without a session has the frame of signed-in pages around it. */
  readonly open?: true;
  /** Below `src`: what is fetched with `import()` before the page can be used. */
  readonly parts: readonly string[];
}

const charts = 'features/dashboards/dashboards/widgets/charts/chart-kinds.tsx';
const codeLayout = 'app/pages/code-layout.tsx';
const bands = 'features/automation/alerts/list/use-alert-bands.ts';
const alerts = ['features/automation/alerts/page/alerts-page.tsx'];
const projects = ['features/code/projects/project-page.tsx'];
const notices = ['features/people/accounts/notice-pages.tsx'];
const callback = ['features/people/identities/callback-page.tsx'];

/** What every page with a session needs. */
export const frameParts: readonly string[] = ['app/shell/app-shell.tsx', 'app/session/account-cache.ts'];
/** The page of a guest. */
export const startPage = '/auth/login';
/** The pages that people open every day, which are to be the lightest. */
export const oftenPages: ReadonlySet<string> = new Set([
  '/device',
  '/device/:espId/Overview',
  '/device/:espId/Dashboard',
  '/dashboard/:dashboardId',
]);

const tab = (name: string, ...parts: string[]): FirstPage => ({
  path: `/device/:espId/${name}`,
  parts: ['app/device/device-layout.tsx', ...parts],
});

/** Every page of `app/router.tsx`. What is not listed among its parts is still fetched, but only when the page requests it. */
export const firstPages: readonly FirstPage[] = [
  { path: startPage, open: true, parts: ['features/people/accounts/login/login-page.tsx'] },
  { path: '/device', parts: ['app/pages/devices-page.tsx'] },
  tab('Overview', 'features/telemetry/device-overview/overview-page.tsx', bands),
  tab('Dashboard', 'features/dashboards/dashboards/dashboard-page.tsx', charts),
  tab('History', 'features/telemetry/history/history-page.tsx', bands),
  tab('Control', 'features/boards/control/control-page.tsx'),
  tab('Automation', 'features/automation/automations/automation-page.tsx'),
  tab('Alerts', 'features/automation/alerts/device-alerts-page.tsx'),
  tab('Firmware', 'features/boards/firmware/firmware-page.tsx'),
  tab('Console', 'features/boards/console/console-page.tsx'),
  tab('Sharing', 'features/dashboards/sharing/sharing-tab.tsx'),
  tab('Settings', 'features/boards/device-settings/settings-page.tsx'),
  { path: '/dashboard', parts: ['app/pages/dashboards-page.tsx'] },
  { path: '/dashboard/:dashboardId', parts: ['app/pages/dashboard-page.tsx', charts] },
  { path: '/kiosk', parts: ['features/dashboards/dashboards/kiosk/kiosk-page.tsx', charts] },
  { path: '/alerts', parts: alerts },
  { path: '/alerts/rules', parts: alerts },
  { path: '/alerts/maintenance', parts: alerts },
  { path: '/scenes', parts: ['features/automation/scenes/scenes-page.tsx'] },
  { path: '/admin/logs', parts: ['features/people/admin-logs/logs-page.tsx'] },
  { path: '/admin/users', parts: ['features/people/admin/users/users-page.tsx'] },
  { path: '/admin/claims', parts: ['features/people/admin/claims-page.tsx'] },
  { path: '/admin/audit', parts: ['features/people/admin/audit/audit-page.tsx'] },
  { path: '/admin/server', parts: ['features/people/server-status/server-page.tsx'] },
  { path: '/admin/backups', parts: ['features/people/backups/backups-page.tsx'] },
  { path: '/profile', parts: ['app/pages/profile-page.tsx'] },
  { path: '/bill', parts: ['app/pages/bill-page.tsx'] },
  { path: '/code', parts: [codeLayout, 'features/code/projects/project-list-page.tsx'] },
  { path: '/code/flash', parts: [codeLayout, 'features/code/flash/flash-page.tsx'] },
  { path: '/code/new', parts: projects },
  { path: '/code/:projectId', parts: projects },
  { path: '/view/:token', open: true, parts: ['app/pages/view-page.tsx', charts] },
  { path: '/pass/:token', open: true, parts: ['features/dashboards/passes/pass-page.tsx'] },
  { path: '/message', open: true, parts: ['features/automation/message-actions/message-page.tsx'] },
  { path: '/trust', open: true, parts: ['features/people/home-trust/trust-page.tsx'] },
  { path: '/auth/second-step', open: true, parts: ['features/people/two-factor/two-factor-page.tsx'] },
  { path: '/auth/reset-password', open: true, parts: ['features/people/accounts/passwords/reset-password-page.tsx'] },
  { path: '/auth/confirmEmail', open: true, parts: ['features/people/accounts/signup/confirm-email-page.tsx'] },
  { path: '/auth/confirmEmail/failed', open: true, parts: ['features/people/accounts/signup/confirm-failed-page.tsx'] },
  { path: '/auth/confirmEmail/resentfailed', open: true, parts: notices },
  { path: '/auth/keep', open: true, parts: ['features/people/accounts/deletion/cancel-deletion-page.tsx'] },
  {
    path: '/auth/restore',
    open: true,
    parts: ['features/people/backups/first-restore/first-restore-page.tsx'],
  },
  { path: '/auth/access', open: true, parts: notices },
  { path: '/auth/error', open: true, parts: notices },
  { path: '/auth/callback', open: true, parts: callback },
  { path: '/line-oauth-callback', open: true, parts: callback },
];
