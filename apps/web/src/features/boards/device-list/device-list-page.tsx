import type { Device, PendingBoard } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconAdjustmentsHorizontal, IconKey, IconPlus } from '@tabler/icons-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { lazy } from '../../../lib/language/lazy.ts';
import { useLiveState, useWatch } from '../../../lib/live/live-client.ts';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import {
  devicePath,
  type FirstDevices,
  SparkProvider,
  useDevices,
  useFirstDevices,
  useSharedDevices,
  useSparkStore,
} from '../devices/index.ts';
import { loadAddDeviceSheet, loadConnectionKeyDialog, usePairing } from '../pairing/index.ts';
import { useStartVirtualBoard } from '../virtual-boards/index.ts';
import { countsSentence, type DeviceCounts, waitingSentence } from './counts-sentence.ts';
import { DeviceListBody } from './device-list-body.tsx';
import './device-list-page.css';
import { useAddSheet } from './use-add-sheet.ts';

const AddDeviceSheet = lazy(async () => ({ default: (await loadAddDeviceSheet()).AddDeviceSheet }));
const ConnectionKeyDialog = lazy(async () => ({
  default: (await loadConnectionKeyDialog()).ConnectionKeyDialog,
}));

type DeviceListPageProps = {
  /** Others offer something, so that an account without a device has more than an empty list. */
  isInvited?: boolean;
  /** Stands between the heading and the list. */
  offers?: ReactNode;
  /** Stands below the list, with its sparklines; in its place where the account has no device of its own. */
  shared?: ReactNode;
};

/** `/device`: everything that the account has, live. */
export function DeviceListPage({ isInvited = false, offers, shared }: DeviceListPageProps) {
  const devices = useDevices();
  const pending = usePendingBoards(devices.data);
  const own = useMemo(() => devices.data?.filter((device) => !device.pending), [devices.data]);
  const first = useFirstDevices();
  const sharedDevices = useSharedDevices();
  const hasNone = own?.length === 0 && pending.length === 0;
  const isGuest = hasNone && (isInvited || (sharedDevices.data?.length ?? 0) > 0);
  const sparks = useSparkStore();
  const linkUp = useLiveState() !== 'down';
  const addSheet = useAddSheet();
  const [isKeyOpen, setKeyOpen] = useState(false);
  const [isToolbarOpen, setToolbarOpen] = useState(false);
  useWatch('*');
  return (
    <SparkProvider value={sparks}>
      <div className="page-head device-list-head">
        <div className="page-head-text">
          <h1>{t`All devices`}</h1>
          {!isGuest && <Counts devices={own} first={first} pending={pending.length} />}
        </div>
        {!isGuest && (
          <>
            <Button className="only-wide" icon={IconKey} onClick={() => setKeyOpen(true)}>
              {t`Connection key`}
            </Button>
            <IconButton
              className="only-mobile"
              label={t`Search and view`}
              icon={IconAdjustmentsHorizontal}
              aria-expanded={isToolbarOpen}
              onClick={() => setToolbarOpen(!isToolbarOpen)}
            />
            <Button variant="primary" icon={IconPlus} onClick={addSheet.open}>
              {t`Add device`}
            </Button>
          </>
        )}
      </div>
      {offers}
      {isGuest ? (
        <>
          {shared}
          <NoOwnDevice onAdd={addSheet.open} />
        </>
      ) : (
        <>
          <DeviceListBody
            // Which of the two pages this is shows with the shared devices.
            devices={hasNone && sharedDevices.isPending ? undefined : own}
            first={first}
            error={devices.error}
            onRetry={() => void devices.refetch()}
            pending={pending}
            linkUp={linkUp}
            isToolbarOpen={isToolbarOpen}
            onAdd={addSheet.open}
          />
          {shared}
        </>
      )}
      <Suspense>
        {addSheet.isOpen && <AddDeviceSheet onClose={addSheet.close} onShowKey={() => setKeyOpen(true)} />}
        {isKeyOpen && <ConnectionKeyDialog onClose={() => setKeyOpen(false)} />}
      </Suspense>
    </SparkProvider>
  );
}

/** Below the devices of others, for somebody who has none. */
function NoOwnDevice({ onAdd }: { onAdd: () => void }) {
  const navigate = useNavigate();
  const start = useStartVirtualBoard(({ espid }) => void navigate(devicePath(espid)));
  return (
    <p className="device-list-none">
      <span>{t`You have no device of your own.`}</span>
      <Button size="small" onClick={onAdd}>{t`Add device`}</Button>
      <Button size="small" busy={start.isPending} onClick={() => start.mutate()}>{t`Try without a board`}</Button>
    </p>
  );
}

type CountsProps = { devices: readonly Device[] | undefined; first: FirstDevices | undefined; pending: number };

function Counts({ devices, first, pending }: CountsProps) {
  const online = devices?.filter((device) => device.online).length ?? first?.online ?? 0;
  const counts: DeviceCounts = { online, offline: (devices?.length ?? first?.total ?? 0) - online, pending };
  return (
    <p className="device-list-counts num">
      {countsSentence(counts)} <span className="device-list-waiting">{waitingSentence(counts)}</span>
    </p>
  );
}

/** The boards that wait; until the pairing state is there, what the device list has of them. */
function usePendingBoards(devices: readonly Device[] | undefined): readonly PendingBoard[] {
  const { data } = usePairing();
  if (data) return data.pending;
  return (devices ?? []).flatMap(({ pending, espid, ip, lastSeenAt, verified, online }) =>
    pending ? [{ espid, ip, verified, online, seenAt: lastSeenAt ?? 0, taken: false, problem: null }] : [],
  );
}
