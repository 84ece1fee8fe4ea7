import { msg } from '@lingui/core/macro';
import { type LoaderFunctionArgs, matchRoutes, type RouteObject, redirect } from 'react-router';
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
import { withTexts } from '../lib/language/catalogues.ts';
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

const signedIn = 'signed-in';

/**
 * Where somebody without a session begins who opened `url` of these routes; undefined: there. The guard above would come too late, because
 * the router fetches a page while its guard decides.
 */
export function startOfGuest(routes: RouteObject[], url: URL): string | undefined {
  const page = url.pathname === '/' ? new URL('/device', url) : url;
  const isGuarded = matchRoutes(routes, page)?.some(({ route }) => route.id === signedIn);
  return isGuarded ? redirectFor('user', { session: pageOwner(), url: page }) : undefined;
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
    handle: { title: msg`All devices` },
    loader: startDevices,
    lazy: async () => ({ Component: (await import('./pages/devices-page.tsx')).DevicesPage }),
  },
  {
    path: 'kiosk',
    handle: { title: msg`Full screen` },
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
    handle: { title: msg`Dashboards` },
    lazy: async () => ({ Component: (await import('./pages/dashboards-page.tsx')).DashboardsPage }),
  },
  {
    path: 'dashboard/:dashboardId',
    handle: { title: msg`Dashboard` },
    lazy: async () => ({ Component: (await import('./pages/dashboard-page.tsx')).OneDashboardPage }),
  },
  {
    path: 'alerts',
    handle: { title: msg`Alerts` },
    lazy: async () => ({ Component: (await loadAlertsPage()).AlertsPage }),
  },
  {
    path: 'alerts/rules',
    handle: { title: msg`Alert rules` },
    lazy: async () => ({ Component: (await loadAlertsPage()).AlertRulesPage }),
  },
  {
    path: 'alerts/maintenance',
    handle: { title: msg`Maintenance` },
    lazy: async () => ({ Component: (await loadAlertsPage()).AlertMaintenancePage }),
  },
  {
    path: 'scenes',
    handle: { title: msg`Scenes` },
    lazy: async () => ({ Component: (await loadScenesPage()).ScenesPage }),
  },
  {
    path: 'admin/logs',
    handle: { title: msg`Logs` },
    loader: adminOnly,
    lazy: async () => ({ Component: (await loadLogsPage()).LogsPage }),
  },
  {
    path: 'admin/users',
    handle: { title: msg`Users` },
    loader: adminOnly,
    lazy: async () => ({ Component: (await loadUsersPage()).UsersPage }),
  },
  {
    path: 'admin/claims',
    handle: { title: msg`Claims` },
    loader: adminOnly,
    lazy: async () => ({ Component: (await loadClaimsPage()).ClaimsPage }),
  },
  {
    path: 'admin/audit',
    handle: { title: msg`Audit log` },
    loader: adminOnly,
    lazy: async () => ({ Component: (await loadAuditPage()).AuditPage }),
  },
  {
    path: 'admin/server',
    handle: { title: msg`Server` },
    loader: adminOnly,
    lazy: async () => ({ Component: (await loadServerPage()).ServerPage }),
  },
  {
    path: 'profile',
    handle: { title: msg`Profile` },
    lazy: async () => ({ Component: (await import('./pages/profile-page.tsx')).ProfilePage }),
  },
  {
    path: 'bill',
    handle: { title: msg`Plan` },
    loader: startDevices,
    lazy: async () => ({ Component: (await import('./pages/bill-page.tsx')).BillPage }),
  },
  {
    lazy: async () => ({ Component: (await import('./pages/code-layout.tsx')).CodeLayout }),
    children: [
      {
        path: 'code',
        handle: { title: msg`Code` },
        lazy: async () => ({
          Component: (await loadProjectListPage()).ProjectListPage,
        }),
      },
      {
        path: 'code/flash',
        handle: { title: msg`Flash by cable` },
        lazy: async () => ({ Component: (await loadFlashPage()).FlashPage }),
      },
    ],
  },
  {
    path: 'code/new',
    handle: { title: msg`New sketch` },
    lazy: async () => ({ Component: (await loadProjectPage()).NewProjectPage }),
  },
  {
    path: 'code/:projectId',
    handle: { title: msg`Project` },
    lazy: async () => ({ Component: (await loadProjectPage()).ProjectPage }),
  },
];

const guestRoutes: RouteObject[] = [
  {
    path: 'auth/login',
    handle: { title: msg`Log in` },
    // In the first file itself: it is the page that newcomers wait for, and most of its parts are everybody's.
    Component: LoginPage,
  },
  {
    path: 'auth/second-step',
    handle: { title: msg`Two-factor authentication` },
    lazy: async () => ({ Component: (await loadTwoFactorPage()).TwoFactorPage }),
  },
];

const notices = () => loadNoticePages();

/** The page of a public link: the only one that other sites may frame. */
const viewRoute: RouteObject = {
  path: 'view/:token',
  handle: { title: msg`Dashboard` },
  lazy: async () => ({ Component: (await import('./pages/view-page.tsx')).ViewPage }),
};

const openRoutes: RouteObject[] = [
  viewRoute,
  {
    path: 'pass/:token',
    handle: { title: msg`Guest pass` },
    lazy: async () => ({ Component: (await loadPassPage()).PassPage }),
  },
  {
    path: 'message',
    handle: { title: msg`Message` },
    lazy: async () => ({ Component: (await loadMessagePage()).MessagePage }),
  },
  {
    path: 'auth/reset-password',
    handle: { title: msg`Reset password` },
    lazy: async () => ({ Component: (await loadResetPasswordPage()).ResetPasswordPage }),
  },
  {
    path: 'auth/confirmEmail',
    handle: { title: msg`Confirm e-mail address` },
    lazy: async () => ({ Component: (await loadConfirmEmailPage()).ConfirmEmailPage }),
  },
  {
    path: 'auth/confirmEmail/failed',
    handle: { title: msg`Not confirmed` },
    lazy: async () => ({ Component: (await loadConfirmFailedPage()).ConfirmFailedPage }),
  },
  {
    path: 'auth/confirmEmail/resentfailed',
    handle: { title: msg`Mail not sent` },
    lazy: async () => ({ Component: (await notices()).ResendFailedPage }),
  },
  {
    path: 'auth/keep',
    handle: { title: msg`Keep account` },
    lazy: async () => ({ Component: (await loadKeepAccountPage()).CancelDeletionPage }),
  },
  {
    path: 'auth/access',
    handle: { title: msg`No access` },
    lazy: async () => ({ Component: (await notices()).AccessPage }),
  },
  { path: 'auth/error', handle: { title: msg`Error` }, lazy: async () => ({ Component: (await notices()).ErrorPage }) },
  {
    path: 'auth/callback',
    handle: { title: msg`Logging in` },
    lazy: async () => (await loadCallbackPage()).callbackRoute('oidc'),
  },
  {
    path: 'line-oauth-callback',
    handle: { title: msg`Logging in with LINE` },
    lazy: async () => (await loadCallbackPage()).callbackRoute('line'),
  },
  {
    path: '*',
    handle: { title: msg`Not found` },
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
    handle: { title: msg`Not in a frame` },
    lazy: async () => ({ Component: (await import('./pages/not-in-a-frame-page.tsx')).NotInAFramePage }),
  },
];

/** Lets every page that is loaded when it is opened wait for its texts. */
function withTextsOf(routes: RouteObject[]): RouteObject[] {
  return routes.map((route) => {
    const { lazy, children } = route;
    const load = typeof lazy === 'function' ? { lazy: () => withTexts(lazy()) } : {};
    return { ...route, ...load, ...(children && { children: withTextsOf(children) }) } as RouteObject;
  });
}

/** Every page of the app; pages are loaded when they are opened. `isFramed`: the app stands in a frame of another page. */
export function appRoutes(isFramed: boolean): RouteObject[] {
  const every = { ErrorBoundary: RouteError, HydrateFallback: NothingYet };
  if (isFramed) return withTextsOf([{ ...every, Component: FramedRoot, children: framedRoutes }]);
  return withTextsOf([
    {
      ...every,
      Component: Root,
      children: [
        { index: true, loader: () => redirect('/device') },
        {
          id: signedIn,
          loader: guard('user'),
          shouldRevalidate: () => true,
          lazy: async () => ({ Component: (await import('./shell/app-shell.tsx')).AppShell }),
          children: [{ ErrorBoundary: RouteError, children: signedInRoutes }],
        },
        { loader: guard('guest'), shouldRevalidate: () => true, children: guestRoutes },
        ...openRoutes,
      ],
    },
  ]);
}
