import { type Http, routesOf } from '../../../platform/http/index.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type { DeviceSizes, SizedDevice, Sizes } from './device-sizes.service.ts';
import type { StorageLimits } from './forecast.ts';

/** The devices that administrators see, those that take most. */
const maxOfAll = 10;

interface RouteDeps {
  readonly sizes: Pick<DeviceSizes, 'of'>;
  readonly devices: {
    ofAccount(accountId: number): DeviceRecord[];
    all(): Iterable<DeviceRecord>;
    findById(id: number): DeviceRecord | undefined;
  };
  limitsOf(accountId: number): StorageLimits;
  /** The address of an account; undefined: it was deleted meanwhile. */
  emailOf(accountId: number): Promise<string | undefined>;
}

/** What the history of devices takes: of one's own, and of all for administrators. */
export function storedHistoryRoutes(app: Http, { sizes, devices, limitsOf, emailOf }: RouteDeps): void {
  const route = routesOf(app);
  const sized = ({ id, accountId }: DeviceRecord): SizedDevice => ({ id, limits: limitsOf(accountId) });
  /** The devices as they are called now; one that went to somebody else since it was counted is left out. */
  const named = (found: Sizes, isMeant: (device: DeviceRecord) => boolean) =>
    found.devices.flatMap(({ deviceId, ...size }) => {
      const device = devices.findById(deviceId);
      return device && isMeant(device) ? [{ ...size, device }] : [];
    });

  route('GET /api/stored-history', async ({ account }) => {
    const own = devices.ofAccount(account.id);
    const { rawDays, rollupDays } = limitsOf(account.id);
    const found = await sizes.of(`${account.id} ${rawDays} ${rollupDays}`, own.map(sized));
    if (!found) return { sizes: null };
    const listed = named(found, ({ accountId }) => accountId === account.id);
    return {
      sizes: {
        ...found,
        devices: listed.map(({ device: { espid, name }, ...size }) => ({ espid, name, ...size })),
        otherDevices: Math.max(0, own.length - listed.length),
      },
    };
  });

  route(
    'GET /api/admin/stored-history',
    { config: { access: 'admin', needs: 'session', log: 'refusals' } },
    async () => {
      const all = [...devices.all()];
      const found = await sizes.of('all', all.map(sized));
      if (!found) return { sizes: null };
      const listed = named(found, () => true).slice(0, maxOfAll);
      const withOwners = listed.map(async ({ device: { espid, name, accountId }, ...size }) => ({
        espid,
        name,
        owner: (await emailOf(accountId)) ?? '',
        ...size,
      }));
      return {
        sizes: {
          ...found,
          devices: await Promise.all(withOwners),
          otherDevices: Math.max(0, all.length - listed.length),
        },
      };
    },
  );
}
