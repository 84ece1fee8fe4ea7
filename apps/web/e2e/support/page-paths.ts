/** The path of a device's tab. */
export const tab = (name: string) => `/device/:espid/${name}`;

/** The pages for somebody with an account, by what they are about. */
export const pagePaths = {
  'the tabs of a device': [
    ...['Overview', 'Dashboard', 'History', 'Control', 'Automation'].map(tab),
    ...['Alerts', 'Firmware', 'Console', 'Sharing', 'Settings'].map(tab),
  ],
  'the pages of an account': ['/device', '/dashboard', '/scenes', '/profile', '/bill', '/admin/server', '/nothing'],
  'alerts and code': [
    ...['/alerts', '/alerts/rules', '/alerts/maintenance'],
    ...['/code', '/code/flash', '/code/new', '/code/:project'],
  ],
  'a dashboard of an account and a kiosk': ['/dashboard/:dashboard', '/kiosk?show=device::espid'],
};

/** Those of an administrator. */
export const adminPaths = ['users', 'claims', 'audit', 'logs', 'server', 'backups'].map((name) => `/admin/${name}`);

/** What guests see of a farm. */
export const guestPaths = ['/view/:link', '/view/:link?kiosk', '/pass/:pass'];

/** The pages that nobody needs a session for, some of them without what a mail or a service would bring along. */
export const openPaths = [
  ...['/auth/login', '/auth/login?mode=signup', '/auth/login?setup=ABCD-EFGH', '/auth/second-step'],
  ...['/auth/reset-password', '/auth/reset-password#token=x', '/auth/confirmEmail', '/auth/confirmEmail#token=x'],
  ...['/auth/confirmEmail/failed', '/auth/confirmEmail/resentfailed', '/auth/keep', '/auth/keep#token=x'],
  ...['/auth/restore', '/auth/access', '/auth/error', '/auth/callback', '/auth/callback?state=s&error=access_denied'],
  ...['/line-oauth-callback', '/message', '/message#unknown', '/trust', '/view/unknown', '/pass/unknown'],
];

/** What the pages show: ids, and the tokens of a link and of a pass. */
export interface PageIds {
  readonly espid: string;
  readonly project: number;
  readonly dashboard: number;
  readonly link: string;
  readonly pass: string;
}

/** A path of these lists with the ids in place. */
export const pathWith = (path: string, ids: PageIds): string =>
  path.replaceAll(/:(espid|project|dashboard|link|pass)\b/g, (_, name: keyof PageIds) => encodeURIComponent(ids[name]));
