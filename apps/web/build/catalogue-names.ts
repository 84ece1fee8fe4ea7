/** The catalogues, and the folders below `src` whose texts are in each. The longest folder that fits decides. */
export const catalogueFolders: Readonly<Record<string, readonly string[]>> = {
  /** What the login page has, and what every page needs before it is there. */
  start: [
    'app',
    'lib',
    'ui',
    'features/people/accounts',
    'features/people/identities/identity-visit.ts',
    'features/people/identities/provider-name.ts',
    'features/people/two-factor/passkeys.ts',
  ],
  frame: [
    'app/shell',
    'app/device',
    'app/pages',
    'features/boards/pairing/pairing-queries.ts',
    'features/boards/pairing/pending-board-toasts.tsx',
    // Shared by so many parts of dashboards that it may be joined with the frame: it must not bring all texts of dashboards there.
    'features/dashboards/dashboards/follow.ts',
    'features/dashboards/sharing/offer-toasts.tsx',
    'features/people/server-status/server-banner.tsx',
  ],
  charts: ['ui/charts'],
  map: ['ui/map'],
  overview: ['features/telemetry/device-overview'],
  history: ['features/telemetry/history', 'features/telemetry/imports'],
  links: [
    'features/people/accounts/deletion/cancel-deletion-page.tsx',
    'features/people/accounts/notice-pages.tsx',
    'features/people/accounts/passwords/new-password.tsx',
    'features/people/accounts/passwords/reset-password-page.tsx',
    'features/people/accounts/signup/confirm-email-page.tsx',
    'features/people/accounts/signup/confirm-failed-page.tsx',
    'features/people/backups/first-restore',
  ],
  profile: [
    'app/pages/profile-page.tsx',
    'features/people/accounts/access-tokens',
    'features/people/accounts/deletion',
    'features/people/accounts/passwords/password-card.tsx',
    'features/people/accounts/profile',
    'features/people/identities',
  ],
  dashboard: ['features/dashboards/dashboards'],
  /** What public pages have of a dashboard too. */
  widgets: [
    'features/dashboards/dashboards/dashboard-grid.tsx',
    'features/dashboards/dashboards/device-picker.tsx',
    'features/dashboards/dashboards/kiosk/kiosk-frame.tsx',
    'features/dashboards/dashboards/kiosk/kiosk-pager.tsx',
    'features/dashboards/dashboards/loading-dashboard.tsx',
    'features/dashboards/dashboards/widgets',
  ],
  'dashboard-editor': ['features/dashboards/dashboards/editor', 'features/dashboards/dashboards/phone-layout'],
  'two-factor': ['features/people/two-factor'],
  sharing: ['features/dashboards/links', 'features/dashboards/passes', 'features/dashboards/sharing'],
  /** What the list of devices has of sharing. */
  offers: [
    'features/dashboards/sharing/offers-banner.tsx',
    'features/dashboards/sharing/shared-with-me.tsx',
    'features/dashboards/sharing/sharing-text.ts',
  ],
  /** The pages of visitors without an account: a public link, a guest pass. */
  guests: [
    'features/dashboards/links/public-page.tsx',
    'features/dashboards/links/unlock-form.tsx',
    'features/dashboards/passes/offer-label.ts',
    'features/dashboards/passes/pass-outcome.ts',
    'features/dashboards/passes/pass-page.tsx',
  ],
  plan: ['features/people/billing'],
  /** Of the plan page and of the System page. */
  'stored-history': ['features/people/stored-history'],
  commands: ['features/boards/control/actor-phrase.ts', 'features/boards/control/command-text.ts'],
  control: ['features/boards/control'],
  firmware: ['features/boards/firmware'],
  'device-settings': ['features/boards/device-settings'],
  devices: [
    'features/boards/board-claims',
    'features/boards/device-groups',
    'features/boards/devices',
    'features/boards/sketches',
    'features/boards/virtual-boards',
  ],
  'device-list': ['features/boards/device-list'],
  pairing: ['features/boards/pairing'],
  console: ['features/boards/console'],
  admin: ['features/people/admin', 'features/people/backups', 'features/people/server-status'],
  logs: ['features/people/admin-logs'],
  errors: ['lib/api/more-reason-texts.ts', 'lib/api/reasons'],
  code: ['features/code/projects'],
  flash: ['features/code/flash'],
  automation: [
    'features/automation/automations',
    'features/automation/blueprints',
    'features/automation/rules',
    'features/automation/runs',
    'features/automation/timers',
  ],
  sentences: ['features/automation/definitions'],
  notifications: ['features/automation/notifications'],
  message: ['features/automation/message-actions'],
  alerts: ['features/automation/alerts'],
  /** What of alerts stands on every page. */
  'alert-marks': [
    'features/automation/alerts/alert-calls.ts',
    'features/automation/alerts/bell',
    'features/automation/alerts/list/alert-line.tsx',
    'features/automation/alerts/list/alert-limits.ts',
    'features/automation/alerts/list/alert-mark.tsx',
    'features/automation/alerts/list/variable-alert-mark.tsx',
    'features/automation/alerts/maintenance/maintenance-mark.tsx',
    'features/automation/alerts/maintenance/maintenance-times.ts',
    'features/automation/alerts/severity.ts',
  ],
  scenes: ['features/automation/scenes'],
  trust: ['features/people/home-trust'],
};

/** The catalogue of a file, given by its path below `src`; undefined: its texts are English only so far. */
export function catalogueOf(path: string): string | undefined {
  let found: { name: string; folder: string } | undefined;
  for (const [name, folders] of Object.entries(catalogueFolders)) {
    for (const folder of folders) {
      const fits = path === folder || path.startsWith(`${folder}/`);
      if (fits && folder.length > (found?.folder.length ?? 0)) found = { name, folder };
    }
  }
  return found?.name;
}
