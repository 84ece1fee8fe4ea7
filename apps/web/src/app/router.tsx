import { msg } from '@lingui/core/macro';
import { loadAlertsPage } from '../features/automation/alerts/index.ts';
import { loadMessagePage } from '../features/automation/message-actions/index.ts';
import { loadScenesPage } from '../features/automation/scenes/index.ts';
import { devicePath } from '../features/boards/devices/index.ts';
import { loadFlashPage } from '../features/code/flash/index.ts';
import { loadProjectListPage, loadProjectPage } from '../features/code/projects/index.ts';
import { loadKioskPage } from '../features/dashboards/dashboards/index.ts';
import { loadPassPage } from '../features/dashboards/passes/index.ts';
import {
  loadConfirmEmailPage,
  loadConfirmFailedPage,
  loadKeepAccountPage,
  loadLoginPage,
  loadNoticePages,
  loadResetPasswordPage,
} from '../features/people/accounts/index.ts';
import { loadAuditPage, loadClaimsPage, loadUsersPage } from '../features/people/admin/index.ts';
import { loadLogsPage } from '../features/people/admin-logs/index.ts';
import { loadBackupsPage, loadFirstRestorePage } from '../features/people/backups/index.ts';
import { loadTrustPage } from '../features/people/home-trust/index.ts';
import { loadCallbackPage } from '../features/people/identities/index.ts';
import { loadTwoFactorPage } from '../features/people/two-factor/index.ts';
import { currentLoginSession, getSession, lastSessionEnd, pageOwner } from '../lib/api/session.ts';
import { withTexts } from '../lib/language/catalogues.ts';
import type { PageRoute, PageVisit } from '../lib/router/page-router.ts';
import { findDeviceTab } from './device/device-tabs.ts';
import { type Access, adminRedirect, needsDevices, redirectFor } from './guards.ts';
import { FramedRoot, Root } from './root.tsx';
import { BoundedPage } from './route-error.tsx';

function guard(access: Access) {
  /** Where the last visitor without a session was let in. */
  let enteredAt: string | undefined;
  return ({ url }: PageVisit) => {
    const session = access === 'user' ? pageOwner() : getSession();
    if (!session) enteredAt = url.href;
    return redirectFor(access, { session, url, lastEnd: lastSessionEnd(), hasLoggedInHere: enteredAt === url.href });
  };
}

const adminOnly = () => adminRedirect(pageOwner());

/** Devices are fetched while the page itself is being loaded, and navigation does not wait for them. */
function startDevices({ url }: PageVisit, isList = false) {
  if (getSession() && needsDevices(url.pathname)) {
    void import('./session/account-cache.ts').then((cache) => cache.startDevices(currentLoginSession(), isList));
  }
  return undefined;
}

function knownTab({ params }: PageVisit) {
  const tab = findDeviceTab(params.page);
  return tab === params.page ? undefined : devicePath(params.espId ?? '', tab);
}

const signedInRoutes: PageRoute[] = [
  {
    path: 'device',
    handle: { title: msg`All devices` },
    enter: (visit) => startDevices(visit, true),
    load: async () => ({ Component: (await import('./pages/devices-page.tsx')).DevicesPage }),
  },
  {
    path: 'kiosk',
    handle: { title: msg`Full screen` },
    load: async () => ({ Component: (await loadKioskPage()).KioskPage }),
  },
  { path: 'device/:espId', enter: ({ params }) => devicePath(params.espId ?? '') },
  {
    path: 'device/:espId/:page',
    enter: (visit) => knownTab(visit) ?? startDevices(visit),
    load: async ({ params }) => {
      const { DeviceLayout, preloadTab } = await import('./device/device-layout.tsx');
      const tab = findDeviceTab(params.page);
      if (tab) await preloadTab(tab);
      return { Component: DeviceLayout };
    },
  },
  {
    path: 'dashboard',
    handle: { title: msg`Dashboards` },
    load: async () => ({ Component: (await import('./pages/dashboards-page.tsx')).DashboardsPage }),
  },
  {
    path: 'dashboard/:dashboardId',
    handle: { title: msg`Dashboard` },
    load: async () => ({ Component: (await import('./pages/dashboard-page.tsx')).OneDashboardPage }),
  },
  {
    path: 'alerts',
    handle: { title: msg`Alerts` },
    load: async () => ({ Component: (await loadAlertsPage()).AlertsPage }),
  },
  {
    path: 'alerts/rules',
    handle: { title: msg`Alert rules` },
    load: async () => ({ Component: (await loadAlertsPage()).AlertRulesPage }),
  },
  {
    path: 'alerts/maintenance',
    handle: { title: msg`Maintenance` },
    load: async () => ({ Component: (await loadAlertsPage()).AlertMaintenancePage }),
  },
  {
    path: 'scenes',
    handle: { title: msg`Scenes` },
    load: async () => ({ Component: (await loadScenesPage()).ScenesPage }),
  },
  {
    path: 'admin/logs',
    handle: { title: msg`Logs` },
    enter: adminOnly,
    load: async () => ({ Component: (await loadLogsPage()).LogsPage }),
  },
  {
    path: 'admin/users',
    handle: { title: msg`Users` },
    enter: adminOnly,
    load: async () => ({ Component: (await loadUsersPage()).UsersPage }),
  },
  {
    path: 'admin/claims',
    handle: { title: msg`Claims` },
    enter: adminOnly,
    load: async () => ({ Component: (await loadClaimsPage()).ClaimsPage }),
  },
  {
    path: 'admin/audit',
    handle: { title: msg`Audit log` },
    enter: adminOnly,
    load: async () => ({ Component: (await loadAuditPage()).AuditPage }),
  },
  {
    path: 'admin/server',
    handle: { title: msg`System` },
    enter: adminOnly,
    load: async () => (await import('./pages/load-system-page.tsx')).loadSystemPage(),
  },
  {
    path: 'admin/backups',
    handle: { title: msg`Backups` },
    enter: adminOnly,
    load: async () => ({ Component: (await loadBackupsPage()).BackupsPage }),
  },
  {
    path: 'profile',
    handle: { title: msg`Profile` },
    load: async () => ({ Component: (await import('./pages/profile-page.tsx')).ProfilePage }),
  },
  {
    path: 'bill',
    handle: { title: msg`Plan` },
    enter: (visit) => startDevices(visit),
    load: async () => ({ Component: (await import('./pages/bill-page.tsx')).BillPage }),
  },
  {
    load: async () => ({ Component: (await import('./pages/code-layout.tsx')).CodeLayout }),
    children: [
      {
        path: 'code',
        handle: { title: msg`Code` },
        load: async () => ({
          Component: (await loadProjectListPage()).ProjectListPage,
        }),
      },
      {
        path: 'code/flash',
        handle: { title: msg`Flash by cable` },
        load: async () => ({ Component: (await loadFlashPage()).FlashPage }),
      },
    ],
  },
  {
    path: 'code/new',
    handle: { title: msg`New sketch` },
    load: async () => ({ Component: (await loadProjectPage()).NewProjectPage }),
  },
  {
    path: 'code/:projectId',
    handle: { title: msg`Project` },
    load: async () => ({ Component: (await loadProjectPage()).ProjectPage }),
  },
];

const guestRoutes: PageRoute[] = [
  {
    path: 'auth/login',
    handle: { title: msg`Log in` },
    load: async () => ({ Component: (await loadLoginPage()).LoginPage }),
  },
  {
    path: 'auth/second-step',
    handle: { title: msg`Two-factor authentication` },
    load: async () => ({ Component: (await loadTwoFactorPage()).TwoFactorPage }),
  },
];

const notices = () => loadNoticePages();

/** The page of a public link: the only one that other sites may frame. */
const viewRoute: PageRoute = {
  path: 'view/:token',
  handle: { title: msg`Dashboard` },
  load: async () => ({ Component: (await import('./pages/view-page.tsx')).ViewPage }),
};

const openRoutes: PageRoute[] = [
  viewRoute,
  {
    path: 'pass/:token',
    handle: { title: msg`Guest pass` },
    load: async () => ({ Component: (await loadPassPage()).PassPage }),
  },
  {
    path: 'message',
    handle: { title: msg`Message` },
    load: async () => ({ Component: (await loadMessagePage()).MessagePage }),
  },
  {
    path: 'trust',
    handle: { title: msg`Trust this server` },
    load: async () => ({ Component: (await loadTrustPage()).TrustPage }),
  },
  {
    path: 'auth/reset-password',
    handle: { title: msg`Reset password` },
    load: async () => ({ Component: (await loadResetPasswordPage()).ResetPasswordPage }),
  },
  {
    path: 'auth/confirmEmail',
    handle: { title: msg`Confirm e-mail address` },
    load: async () => ({ Component: (await loadConfirmEmailPage()).ConfirmEmailPage }),
  },
  {
    path: 'auth/confirmEmail/failed',
    handle: { title: msg`Not confirmed` },
    load: async () => ({ Component: (await loadConfirmFailedPage()).ConfirmFailedPage }),
  },
  {
    path: 'auth/confirmEmail/resentfailed',
    handle: { title: msg`Mail not sent` },
    load: async () => ({ Component: (await notices()).ResendFailedPage }),
  },
  {
    path: 'auth/keep',
    handle: { title: msg`Keep account` },
    load: async () => ({ Component: (await loadKeepAccountPage()).CancelDeletionPage }),
  },
  {
    path: 'auth/restore',
    handle: { title: msg`Restore a backup` },
    load: async () => ({ Component: (await loadFirstRestorePage()).FirstRestorePage }),
  },
  {
    path: 'auth/access',
    handle: { title: msg`No access` },
    load: async () => ({ Component: (await notices()).AccessPage }),
  },
  { path: 'auth/error', handle: { title: msg`Error` }, load: async () => ({ Component: (await notices()).ErrorPage }) },
  {
    path: 'auth/callback',
    handle: { title: msg`Logging in` },
    load: async () => (await loadCallbackPage()).callbackRoute('oidc'),
  },
  {
    path: 'line-oauth-callback',
    handle: { title: msg`Logging in with LINE` },
    load: async () => (await loadCallbackPage()).callbackRoute('line'),
  },
  {
    path: '*',
    handle: { title: msg`Not found` },
    load: async () => ({ Component: (await notices()).NotFoundPage }),
  },
];

/** Within a page of another site nothing else runs, whatever address a link or the browser's history leads to. */
const framedRoutes: PageRoute[] = [
  viewRoute,
  {
    path: '*',
    handle: { title: msg`Not in a frame` },
    load: async () => ({ Component: (await import('./pages/not-in-a-frame-page.tsx')).NotInAFramePage }),
  },
];

/** Lets every page that is loaded when it is opened wait for its texts. */
function withTextsOf(routes: readonly PageRoute[]): PageRoute[] {
  return routes.map((route) => {
    const { load, children } = route;
    return {
      ...route,
      ...(load && { load: (visit) => withTexts(load(visit)) }),
      ...(children && { children: withTextsOf(children) }),
    };
  });
}

/** Every page of the app; pages are loaded when they are opened. `isFramed`: the app stands in a frame of another page. */
export function appRoutes(isFramed: boolean): PageRoute[] {
  if (isFramed)
    return withTextsOf([{ Component: BoundedPage, children: [{ Component: FramedRoot, children: framedRoutes }] }]);
  const pages: PageRoute[] = [
    { path: '', enter: () => '/device' },
    {
      enter: guard('user'),
      load: async () => {
        const parts = [import('./shell/app-shell.tsx'), import('./session/account-cache.ts')] as const;
        const [{ AppShell }, { startFrame }] = await Promise.all(parts);
        startFrame(currentLoginSession());
        return { Component: AppShell };
      },
      children: [{ Component: BoundedPage, children: signedInRoutes }],
    },
    { enter: guard('guest'), children: guestRoutes },
    ...openRoutes,
  ];
  return withTextsOf([{ Component: BoundedPage, children: [{ Component: Root, children: pages }] }]);
}
