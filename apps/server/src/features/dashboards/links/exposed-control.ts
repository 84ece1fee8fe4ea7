import { createHash } from 'node:crypto';
import type { Widget } from '@cyno/contract';
import { sendsOf } from '../dashboards/index.ts';

/** The dashboard of a link, as far as it defines what its controls operate. */
interface LinkedDashboard {
  readonly espids: readonly string[];
  readonly widgets: readonly Widget[];
}

/**
 * What is stored of the controls that a link lets its visitors operate: the id of each, and a hash of what it could send then.
 * Managers may change the dashboard; only its owner decides what outsiders operate, so a control that became another one is to be
 * allowed again.
 */
export const exposedEntries = (ids: readonly string[], dashboard: LinkedDashboard): string[] =>
  dashboard.widgets.flatMap((widget) => (ids.includes(widget.id) ? (entryOf(widget, dashboard) ?? []) : []));

/** The ids of the controls that may still be operated. */
export function exposedIds(allowed: readonly string[], dashboard: LinkedDashboard): Set<string> {
  return new Set(
    dashboard.widgets.flatMap((widget) => {
      const entry = entryOf(widget, dashboard);
      return entry !== null && allowed.includes(entry) ? [widget.id] : [];
    }),
  );
}

function entryOf({ id, device, content }: Widget, { espids }: LinkedDashboard): string | null {
  if (!('target' in content)) return null;
  const devices = device === undefined ? [...espids].sort() : [device];
  const sent = JSON.stringify([...sendsOf(content), devices]);
  return `${id} ${createHash('sha256').update(sent).digest('base64url')}`;
}
