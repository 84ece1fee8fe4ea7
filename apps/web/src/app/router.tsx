import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { loadAlertsPage } from '../features/automation/alerts/index.ts';
import { loadMessagePage } from '../features/automation/message-actions/index.ts';
import { loadScenesPage } from '../features/automation/scenes/index.ts';
import { devicePath } from '../features/boards/devices/index.ts';
import { loadFlashPage } from '../features/code/flash/index.ts';
import { loadProjectListPage, loadProjectPage } from '../features/code/projects/index.ts';
import { loadKioskPage } from '../features/dashboards/dashboards/index.ts';
import { loadPassPage } from '../features/dashboards/passes/index.ts';
import {
  LoginPage,
  loadConfirmEmailPage,
  loadConfirmFailedPage,
  loadKeepAccountPage,
  loadNoticePages,
  loadResetPasswordPage,
} from '../features/people/accounts/index.ts';
import { loadAuditPage, loadClaimsPage, loadUsersPage } from '../features/people/admin/index.ts';
import { loadLogsPage } from '../features/people/admin-logs/index.ts';
import { loadCallbackPage } from '../features/people/identities/index.ts';
import { loadServerPage } from '../features/people/server-status/index.ts';
import { loadTwoFactorPage } from '../features/people/two-factor/index.ts';
import { currentLoginSession, getSession, lastSessionEnd, pageOwner } from '../lib/api/session.ts';
import { findDeviceTab } from './device/device-tabs.ts';
import { type Access, adminRedirect, needsDevices, redirectFor } from './guards.ts';
import { FramedRoot, Root } from './root.tsx';
import { RouteError } from './route-error.tsx';

function guard(access: Access) {
  /** Where the last visitor without a session was let in. */
  let enteredAt: string | undefined;
  return ({ request }: LoaderFunctionArgs) => {
    const session = access === 'user' ? pageOwner() : getSession();
    if (!session) enteredAt = request.url;
    const target = redirectFor(access, {
      session,
      url: new URL(request.url),
      lastEnd: lastSessionEnd(),
      hasLoggedInHere: enteredAt === request.url,
    });
    return target ? redirect(target) : null;
  };
}

function adminOnly() {
  const target = adminRedirect(pageOwner());
  return target ? redirect(target) : null;
}

/** Devices are fetched while the page itself is being loaded, and navigation does not wait for them. */
function startDevices({ request }: LoaderFunctionArgs) {
  if (getSession() && needsDevices(new URL(request.url).pathname)) {
    void import('./session/account-cache.ts').then((cache) => cache.startDevices(currentLoginSession()));
  }
  return null;
}

function knownTab({ params }: LoaderFunctionArgs) {
  const tab = findDeviceTab(params.page);
  return tab === params.page ? null : redirect(devicePath(params.espId ?? '', tab));
}

const signedInRoutes: RouteObject[] = [
  {
    path: 'device',
    handle: { title: 'All devices' },
    loader: startDevices,
    lazy: async () => ({ Component: (await import('./pages/devices-page.tsx')).DevicesPage }),
  },
  {
    path: 'kiosk',
    handle: { title: 'Full screen' },
    lazy: async () => ({ Component: (await loadKioskPage()).KioskPage }),
  },
  { path: 'device/:espId', loader: ({ params }) => redirect(devicePath(params.espId ?? '')) },
  {
    path: 'device/:espId/:page',
    loader: (args) => knownTab(args) ?? startDevices(args),
    lazy: async () => ({ Component: (await import('./device/device-layout.tsx')).DeviceLayout }),
  },
  {
    path: 'dashboard',
    handle: { title: 'Dashboards' },
    lazy: async () => ({ Component: (await import('./pages/dashboards-page.tsx')).DashboardsPage }),
  },
  {
    path: 'dashboard/:dashboardId',
    handle: { title: 'Dashboard' },
    lazy: async () => ({ Component: (await import('./pages/dashboard-page.tsx')).OneDashboardPage }),
  },
  {
    path: 'alerts',
    handle: { title: 'Alerts' },
    lazy: async () => ({ Component: (await loadAlertsPage()).AlertsPage }),
  },
  {
    path: 'alerts/rules',
    handle: { title: 'Alert rules' },
    lazy: async () => ({ Component: (await loadAlertsPage()).AlertRulesPage }),
  },
  {
    path: 'alerts/maintenance',
    handle: { title: 'Maintenance' },
    lazy: async () => ({ Component: (await loadAlertsPage()).AlertMaintenancePage }),
  },
  {
    path: 'scenes',
    handle: { title: 'Scenes' },
    lazy: async () => ({ Component: (await loadScenesPage()).ScenesPage }),
  },
  {
    path: 'admin/logs',
    handle: { title: 'Logs' },
    loader: adminOnly,
    lazy: async () => ({ Component: (await loadLogsPage()).LogsPage }),
  },
  {
    path: 'admin/users',
    handle: { title: 'Users' },
    loader: adminOnly,
    lazy: async () => ({ Component: (await loadUsersPage()).UsersPage }),
  },
  {
    path: 'admin/claims',
    handle: { title: 'Claims' },
    loader: adminOnly,
    lazy: async () => ({ Component: (await loadClaimsPage()).ClaimsPage }),
  },
  {
    path: 'admin/audit',
    handle: { title: 'Audit log' },
    loader: adminOnly,
    lazy: async () => ({ Component: (await loadAuditPage()).AuditPage }),
  },
  {
    path: 'admin/server',
    handle: { title: 'Server' },
    loader: adminOnly,
    lazy: async () => ({ Component: (await loadServerPage()).ServerPage }),
  },
  {
    path: 'profile',
    handle: { title: 'Profile' },
    lazy: async () => ({ Component: (await import('./pages/profile-page.tsx')).ProfilePage }),
  },
  {
    path: 'bill',
    handle: { title: 'Plan' },
    loader: startDevices,
    lazy: async () => ({ Component: (await import('./pages/bill-page.tsx')).BillPage }),
  },
  {
    lazy: async () => ({ Component: (await import('./pages/code-layout.tsx')).CodeLayout }),
    children: [
      {
        path: 'code',
        handle: { title: 'Code' },
        lazy: async () => ({
          Component: (await loadProjectListPage()).ProjectListPage,
        }),
      },
      {
        path: 'code/flash',
        handle: { title: 'Flash by cable' },
        lazy: async () => ({ Component: (await loadFlashPage()).FlashPage }),
      },
    ],
  },
  {
    path: 'code/new',
    handle: { title: 'New sketch' },
    lazy: async () => ({ Component: (await loadProjectPage()).NewProjectPage }),
  },
  {
    path: 'code/:projectId',
    handle: { title: 'Project' },
    lazy: async () => ({ Component: (await loadProjectPage()).ProjectPage }),
  },
];

const guestRoutes: RouteObject[] = [
  {
    path: 'auth/login',
    handle: { title: 'Log in' },
    // In the first file itself: it is the page that newcomers wait for, and most of its parts are everybody's.
    Component: LoginPage,
  },
  {
    path: 'auth/second-step',
    handle: { title: 'Second step' },
    lazy: async () => ({ Component: (await loadTwoFactorPage()).TwoFactorPage }),
  },
];

const notices = () => loadNoticePages();

/** The page of a public link: the only one that other sites may frame. */
const viewRoute: RouteObject = {
  path: 'view/:token',
  handle: { title: 'Dashboard' },
  lazy: async () => ({ Component: (await import('./pages/view-page.tsx')).ViewPage }),
};

const openRoutes: RouteObject[] = [
  viewRoute,
  {
    path: 'pass/:token',
    handle: { title: 'Guest pass' },
    lazy: async () => ({ Component: (await loadPassPage()).PassPage }),
  },
  {
    path: 'message',
    handle: { title: 'Message' },
    lazy: async () => ({ Component: (await loadMessagePage()).MessagePage }),
  },
  {
    path: 'auth/reset-password',
    handle: { title: 'Reset the password' },
    lazy: async () => ({ Component: (await loadResetPasswordPage()).ResetPasswordPage }),
  },
  {
    path: 'auth/confirmEmail',
    handle: { title: 'Confirm the e-mail address' },
    lazy: async () => ({ Component: (await loadConfirmEmailPage()).ConfirmEmailPage }),
  },
  {
    path: 'auth/confirmEmail/failed',
    handle: { title: 'Not confirmed' },
    lazy: async () => ({ Component: (await loadConfirmFailedPage()).ConfirmFailedPage }),
  },
  {
    path: 'auth/confirmEmail/resentfailed',
    handle: { title: 'Mail not sent' },
    lazy: async () => ({ Component: (await notices()).ResendFailedPage }),
  },
  {
    path: 'auth/keep',
    handle: { title: 'Keep the account' },
    lazy: async () => ({ Component: (await loadKeepAccountPage()).CancelDeletionPage }),
  },
  {
    path: 'auth/access',
    handle: { title: 'No access' },
    lazy: async () => ({ Component: (await notices()).AccessPage }),
  },
  { path: 'auth/error', handle: { title: 'Error' }, lazy: async () => ({ Component: (await notices()).ErrorPage }) },
  {
    path: 'auth/callback',
    handle: { title: 'Logging in' },
    lazy: async () => (await loadCallbackPage()).callbackRoute('oidc'),
  },
  {
    path: 'line-oauth-callback',
    handle: { title: 'Logging in with LINE' },
    lazy: async () => (await loadCallbackPage()).callbackRoute('line'),
  },
  {
    path: '*',
    handle: { title: 'Not found' },
    lazy: async () => ({ Component: (await notices()).NotFoundPage }),
  },
];

// The page itself is some milliseconds away: a skeleton of what is not known yet would only flash.
function NothingYet() {
  return null;
}

/** Within a page of another site nothing else runs, whatever address a link or the browser's history leads to. */
const framedRoutes: RouteObject[] = [
  viewRoute,
  {
    path: '*',
    handle: { title: 'Not in a frame' },
    lazy: async () => ({ Component: (await import('./pages/not-in-a-frame-page.tsx')).NotInAFramePage }),
  },
];

/** Every page of the app; pages are loaded when they are opened. `isFramed`: the app stands in a frame of another page. */
export function appRoutes(isFramed: boolean): RouteObject[] {
  const every = { ErrorBoundary: RouteError, HydrateFallback: NothingYet };
  if (isFramed) return [{ ...every, Component: FramedRoot, children: framedRoutes }];
  return [
    {
      ...every,
      Component: Root,
      children: [
        { index: true, loader: () => redirect('/device') },
        {
          loader: guard('user'),
          shouldRevalidate: () => true,
          lazy: async () => ({ Component: (await import('./shell/app-shell.tsx')).AppShell }),
          children: [{ ErrorBoundary: RouteError, children: signedInRoutes }],
        },
        { loader: guard('guest'), shouldRevalidate: () => true, children: guestRoutes },
        ...openRoutes,
      ],
    },
  ];
}
