/** A page that is measured; `address` is its path. */
export interface MeasuredPage {
  readonly name: string;
  readonly address: string;
  /** Somebody without a session opens it. */
  readonly isGuest?: true;
  /** JavaScript, KB with gzip. */
  readonly goalKb?: number;
}

/** Every page of the app that people open often, for a device and a dashboard. */
export function measuredPages(espid: string, dashboardId: number): readonly MeasuredPage[] {
  const tab = (name: string) => ({ name: `device: ${name}`, address: `/device/${encodeURIComponent(espid)}/${name}` });
  return [
    { name: 'login', address: '/auth/login', isGuest: true, goalKb: 110 },
    { name: 'devices', address: '/device' },
    { ...tab('Overview'), goalKb: 200 },
    tab('Dashboard'),
    tab('History'),
    tab('Control'),
    tab('Automation'),
    tab('Alerts'),
    tab('Firmware'),
    tab('Console'),
    tab('Sharing'),
    tab('Settings'),
    { name: 'dashboards', address: '/dashboard' },
    { name: 'one dashboard', address: `/dashboard/${dashboardId}`, goalKb: 250 },
    { name: 'alerts', address: '/alerts' },
    { name: 'scenes', address: '/scenes' },
    { name: 'profile', address: '/profile' },
    { name: 'plan', address: '/bill' },
    { name: 'code', address: '/code' },
    { name: 'users', address: '/admin/users' },
  ];
}
