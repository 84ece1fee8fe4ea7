import type { VariableUses } from '@cyno/contract';
import type { Core } from '../core.ts';
import type { AlertRules } from '../features/automation/alerts/index.ts';
import type { AutomationFeature } from '../features/automation/automations/index.ts';
import type { DeviceRecord, DevicesFeature } from '../features/boards/devices/index.ts';
import type { Dashboards } from '../features/dashboards/dashboards/index.ts';
import type { Telemetry } from '../features/telemetry/telemetry/index.ts';
import { notFound } from '../platform/errors.ts';
import { routesOf } from '../platform/http/index.ts';

interface Parts {
  readonly devices: DevicesFeature;
  readonly telemetry: Telemetry;
  readonly automation: Pick<AutomationFeature, 'readersOf'>;
  readonly alertRules: Pick<AlertRules, 'namesReading'>;
  readonly dashboards: Pick<Dashboards, 'namesReading'>;
}

type Use = VariableUses['uses'][number];

/** Adds the route that lists what uses a variable, whatever feature it belongs to. */
export function addVariableUses({ routes }: Core, parts: Parts): void {
  const { access } = parts.devices;
  routes.push((app) => {
    routesOf(app)('GET /api/device/:espid/variables/:key/uses', { config: { right: 'manage' } }, (request) => {
      const device = access.getDevice(request);
      const { key } = request.params;
      if (!parts.telemetry.variables(device.id).some((one) => one.key === key)) throw notFound('variable', key);
      return usesOf(parts, { device, key, viewerId: request.account.id });
    });
  });
}

interface Wanted {
  readonly device: DeviceRecord;
  readonly key: string;
  readonly viewerId: number;
}

async function usesOf(
  { devices: { devices, access }, telemetry, automation, alertRules, dashboards }: Parts,
  { device, key, viewerId }: Wanted,
): Promise<VariableUses> {
  const found: (Use | null)[] = [];
  const addOfDevice = (kind: Use['kind'], deviceId: number, nameOf: (place: DeviceRecord) => string) => {
    const place = devices.findById(deviceId);
    if (!place) return;
    const isVisible = access.may(viewerId, place, 'view');
    const name = place === device ? null : place.name;
    found.push(isVisible ? { kind, name: nameOf(place), device: name } : null);
  };
  for (const reader of telemetry.computed.readersOf(device.id, key)) {
    const labelIn = ({ id }: DeviceRecord) =>
      telemetry.variables(id).find((one) => one.key === reader.key)?.label ?? reader.key;
    addOfDevice('formula', reader.deviceId, labelIn);
  }
  for (const { name, deviceId } of automation.readersOf(device, key)) addOfDevice('automation', deviceId, () => name);
  // Alert rules and dashboards are the owner's, also of a device that others manage.
  const isOwner = viewerId === device.accountId;
  const addOwners = (kind: Use['kind'], names: readonly string[]) => {
    for (const name of names) found.push(isOwner ? { kind, name, device: null } : null);
  };
  addOwners('alert', alertRules.namesReading(device, key));
  addOwners('dashboard', await dashboards.namesReading(device, key));
  const uses = found.filter((use) => use !== null);
  return { uses, hidden: found.length - uses.length };
}
