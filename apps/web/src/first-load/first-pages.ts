/** A page as its first visit needs it. */
export interface FirstPage {
  /** As in `app/router.tsx`. */
  readonly path: string;
  /** Everybody may see it. What nobody sees without a session has the frame of signed-in pages around it. */
  readonly open?: true;
  /** Below `src`: what is fetched with `import()` before the page can be used. */
  readonly parts: readonly string[];
  /**
   * What it requests from the server as soon as it is drawn, as the app's calls have it; `:name` stands for that part of the page's address, `:language` for the reader's.
   * Of pages that few people open, nothing: each makes the first load of all others heavier.
   * `first-requests.spec.ts` finds what the app does not request.
   */
  readonly requests?: readonly string[];
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
/** What every page with a session requests; the list of devices, which may be long, when the scripts have come. */
export const frameRequests: readonly string[] = [
  '/api/profile',
  '/api/alerts?show=open&limit=200',
  '/api/dashboards',
  '/api/config',
  '/api/pairing',
  '/api/offers',
  '/api/auth/session',
  '/api/device/shared',
  '/api/device-list',
];
/** The page of a guest. */
export const startPage = '/auth/login';
/** The pages that people open every day, which are to be the lightest. */
export const oftenPages: ReadonlySet<string> = new Set([
  '/device',
  '/device/:espId/Overview',
  '/device/:espId/Dashboard',
  '/dashboard/:dashboardId',
]);

const groups = '/api/device-groups';
const rules = '/api/alert-rules';
const maintenance = '/api/maintenance';

const tab = (name: string, parts: readonly string[], ...requests: string[]): FirstPage => ({
  path: `/device/:espId/${name}`,
  parts: ['app/device/device-layout.tsx', ...parts],
  requests: ['/api/claims', maintenance, ...requests],
});
const ofDevice = (rest: string) => `/api/device/:espId/${rest}`;

/** Every page of `app/router.tsx`. What is not listed among its parts is still fetched, but only when the page requests it. */
export const firstPages: readonly FirstPage[] = [
  { path: startPage, open: true, parts: ['features/people/accounts/login/login-page.tsx'], requests: ['/api/config'] },
  {
    path: '/device',
    parts: ['app/pages/devices-page.tsx'],
    requests: ['/api/device-list?limit=30', '/api/claims', groups, maintenance],
  },
  tab('Overview', ['features/telemetry/device-overview/overview-page.tsx', bands], ofDevice('alert-limits')),
  tab(
    'Dashboard',
    ['features/dashboards/dashboards/dashboard-page.tsx', charts],
    ofDevice('dashboard'),
    ofDevice('alert-limits'),
    groups,
  ),
  tab(
    'History',
    ['features/telemetry/history/history-page.tsx', bands],
    ofDevice('calibrations'),
    ofDevice('alert-limits'),
  ),
  tab('Control', ['features/boards/control/control-page.tsx'], ofDevice('control')),
  tab(
    'Automation',
    ['features/automation/automations/automation-page.tsx'],
    ofDevice('automations'),
    ofDevice('control'),
    '/api/scenes',
    rules,
    '/api/blueprints',
    groups,
  ),
  tab(
    'Alerts',
    ['features/automation/alerts/device-alerts-page.tsx'],
    '/api/alerts?show=open&espid=:espId&limit=200',
    rules,
    groups,
  ),
  tab(
    'Firmware',
    ['features/boards/firmware/firmware-page.tsx'],
    ofDevice('firmware'),
    '/api/firmware/images',
    '/api/firmware/rollouts?espid=:espId',
  ),
  tab(
    'Console',
    ['features/boards/console/console-page.tsx'],
    ofDevice('log?limit=500&language=:language'),
    '/api/plan',
    ofDevice('control'),
  ),
  tab(
    'Sharing',
    ['features/dashboards/sharing/sharing-tab.tsx'],
    ofDevice('dashboard'),
    ofDevice('shares'),
    ofDevice('passes'),
    ofDevice('visits'),
    ofDevice('control'),
  ),
  tab('Settings', ['features/boards/device-settings/settings-page.tsx']),
  { path: '/dashboard', parts: ['app/pages/dashboards-page.tsx'] },
  {
    path: '/dashboard/:dashboardId',
    parts: ['app/pages/dashboard-page.tsx', charts],
    requests: ['/api/dashboards/:dashboardId', groups],
  },
  { path: '/kiosk', parts: ['features/dashboards/dashboards/kiosk/kiosk-page.tsx', charts] },
  { path: '/alerts', parts: alerts, requests: [rules, groups, '/api/alerts?show=open&limit=50', maintenance] },
  { path: '/alerts/rules', parts: alerts, requests: [rules, groups] },
  { path: '/alerts/maintenance', parts: alerts, requests: [maintenance] },
  { path: '/scenes', parts: ['features/automation/scenes/scenes-page.tsx'], requests: ['/api/scenes'] },
  { path: '/admin/logs', parts: ['features/people/admin-logs/logs-page.tsx'] },
  {
    path: '/admin/users',
    parts: ['features/people/admin/users/users-page.tsx'],
    requests: ['/api/admin/users?sort=newest'],
  },
  { path: '/admin/claims', parts: ['features/people/admin/claims-page.tsx'] },
  { path: '/admin/audit', parts: ['features/people/admin/audit/audit-page.tsx'] },
  { path: '/admin/server', parts: ['features/people/server-status/server-page.tsx'] },
  { path: '/admin/backups', parts: ['features/people/backups/backups-page.tsx'] },
  { path: '/profile', parts: ['app/pages/profile-page.tsx'] },
  { path: '/bill', parts: ['app/pages/bill-page.tsx'], requests: ['/api/plan', '/api/stored-history'] },
  { path: '/code', parts: [codeLayout, 'features/code/projects/project-list-page.tsx'], requests: ['/api/projects'] },
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
