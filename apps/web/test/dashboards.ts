import type { Dashboard, DashboardVersion, Device, DeviceDashboard, Widget } from '@cyno/contract';
import { deviceOf } from './devices.ts';
import { refuse, type stubApi } from './stub-api.ts';
import { controlOf, historyOf } from './widgets.ts';

export { LeaveGuard } from '../src/app/session/leave-guard.tsx';

type Replies = Parameters<typeof stubApi>[0];
type Place = Pick<Widget, 'x' | 'y' | 'width' | 'height'>;

/** A widget that shows the temperature. */
export const tileOf = (id: string, title: string, place: Place): Widget => ({
  id,
  ...place,
  content: { type: 'value', title, key: 'temp' },
});

/** A dashboard in its first version. */
export const dashboardOf = (widgets: readonly Widget[], more: Partial<Dashboard> = {}): Dashboard => ({
  id: 1,
  version: 1,
  name: 'House',
  widgets: [...widgets],
  origin: null,
  editedAt: Date.now(),
  ...more,
});

/**
 * Handles the calls of the page of a device's dashboard as a server does that keeps its versions and refuses what is based on an
 * older one. `now` is the dashboard as it is stored, `save` what another tab does.
 */
export function dashboardServer(start: Dashboard | null, more: Partial<DeviceDashboard & { devices: Device[] }> = {}) {
  const { devices = [deviceOf()], ...offered } = more;
  const state = { announced: null, offer: null, templates: [], ...offered };
  const past: Dashboard[] = start ? [start] : [];
  const now = () => past.at(-1) ?? null;
  const response = (): DeviceDashboard => ({ ...state, dashboard: now() });
  const save = (change: Partial<Dashboard>) => {
    past.push(dashboardOf([], { ...now(), ...change, version: past.length + 1 }));
    return response();
  };
  const versionOf = ({ version, name, widgets, origin, editedAt }: Dashboard): DashboardVersion => ({
    version,
    name,
    origin,
    editedAt,
    savedAt: Date.now(),
    widgets: widgets.length,
  });
  const common: Replies = {
    'GET /api/device/': devices,
    'GET /api/device/shared': [],
    'GET /api/device-groups': { groups: [] },
  };
  const ofEach = devices.flatMap(({ espid }): [string, Replies[string]][] => {
    const path = `/api/device/${espid}`;
    return [
      [`GET ${path}/history`, () => historyOf({ temp: [20, 21, 21.5] })],
      [`GET ${path}/control`, controlOf()],
      [`GET ${path}/dashboard`, response],
      [`PUT ${path}/dashboard`, ({ body }) => save({ name: `Ready-made: ${JSON.stringify(body)}` })],
      [
        `PUT ${path}/dashboard/widgets`,
        ({ body }) => {
          const { basedOn, ...change } = body as Pick<Dashboard, 'name' | 'widgets'> & { basedOn: number | null };
          return basedOn === (now()?.version ?? null) ? save(change) : refuse(409, 'conflict', 'There is a newer one.');
        },
      ],
      [`GET ${path}/dashboard/versions`, () => ({ versions: past.map(versionOf).reverse() })],
      [`POST ${path}/dashboard/versions/1/restore`, () => save({ ...past[0] })],
    ];
  });
  const replies: Replies = { ...common, ...Object.fromEntries(ofEach) };
  return { replies, now, save };
}
