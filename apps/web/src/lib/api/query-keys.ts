import type { QueryKey } from '@tanstack/react-query';

const key = (...parts: unknown[]): QueryKey => parts;

/** Where in the cache stands what the server sent. A key stands for all that begin with it, too. */
export const queryKeys = {
  control: (espid: string) => key('control', espid),
  /** The last changes of one output or event; `control` is the key of the controls of its device. */
  changes: (control: QueryKey, kind: 'output' | 'event', target: string) => key(...control, 'changes', kind, target),
  /** Everything about alerts. */
  alerts: () => key('alerts'),
  openAlerts: (espid?: string) => key('alerts', 'open', espid ?? 'all'),
  alertRules: () => key('alerts', 'rules'),
  maintenance: () => key('alerts', 'maintenance'),
  alertDryRun: (espid: string, condition: object, days: number) => key('alert-dry-run', espid, condition, days),
  recentRange: (espid: string, variable: string) => key('recent-range', espid, variable),
  alertBands: (espid: string, from: number, to: number) => key('alerts', 'bands', espid, from, to),
  alertPages: (filter: object) => key('alerts', 'pages', filter),
  scenes: () => key('scenes'),
  dashboardScene: (id: number) => key('scenes', 'dashboard', id),
  alert: (id: number) => key('alerts', 'one', id),
  dashboardHistory: (espid: string, minutes: number, keys: readonly string[]) =>
    key('history', espid, 'dashboard', minutes, keys),
  sharedDashboard: (id: number) => key('shown-dashboard', id),
  sharedHistories: (id: number) => key('shown-history', id),
  sharedHistory: (id: number, espid: string, minutes: number) => key('shown-history', id, espid, minutes),
  sharedControls: (id: number) => key('shown-control', id),
  sharedControl: (id: number, espid: string) => key('shown-control', id, espid),
  publicDashboards: (token: string) => key('public-dashboard', token),
  publicDashboard: (token: string, unlock: string | null) => key('public-dashboard', token, unlock),
  publicHistories: (token: string) => key('public-history', token),
  publicHistory: (token: string, device: string, minutes: number) => key('public-history', token, device, minutes),
  publicControls: (token: string) => key('public-control', token),
  publicControl: (token: string, device: string) => key('public-control', token, device),
};
