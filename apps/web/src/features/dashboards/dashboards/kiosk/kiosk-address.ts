import type { DashboardRef } from '../dashboard-ref.ts';

/** What a full-screen dashboard shows, as it stands in its address. */
export type Kiosk = {
  /** One after the other, in turn. */
  references: readonly DashboardRef[];
  /** Seconds of each. */
  every: number;
  /** Null: that of the browser. */
  theme: 'light' | 'dark' | null;
  /** The device that dashboards with a choice of them show; null: the first one. */
  device: string | null;
};

const kioskPath = '/kiosk';
/** How long each of several dashboards is shown, s. */
export const everyRange = { min: 5, max: 3_600, usual: 30 };
/** How many dashboards take turns at most. */
export const maxReferences = 20;

/** Reads what is to be shown; what makes no sense is left out. */
export function readKiosk(params: URLSearchParams): Kiosk {
  const references = params.getAll('show').flatMap((text) => readReference(text) ?? []);
  const every = Number(params.get('every'));
  const theme = params.get('theme');
  return {
    references: references.slice(0, maxReferences),
    every: every >= everyRange.min && every <= everyRange.max ? every : everyRange.usual,
    theme: theme === 'light' || theme === 'dark' ? theme : null,
    device: params.get('device'),
  };
}

/** The address of a full-screen dashboard. */
export function writeKiosk({ references, every, theme, device }: Kiosk): string {
  const params = new URLSearchParams();
  for (const reference of references) params.append('show', nameOf(reference));
  if (references.length > 1) params.set('every', String(every));
  if (theme) params.set('theme', theme);
  if (device) params.set('device', device);
  return `${kioskPath}?${params}`;
}

/** `device:` and its espid, which has no colon, or `dashboard:` and its number. */
export const nameOf = (reference: DashboardRef): string =>
  reference.kind === 'device' ? `device:${reference.espid}` : `dashboard:${reference.id}`;

function readReference(text: string): DashboardRef | null {
  const [kind, name = ''] = text.split(':');
  if (kind === 'device' && name !== '') return { kind, espid: name };
  return kind === 'dashboard' && /^\d{1,9}$/.test(name) ? { kind: 'account', id: Number(name) } : null;
}
