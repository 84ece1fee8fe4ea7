import type { Device } from '@cyno/contract';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '../lib/api-client.ts';
import { devicePath, useDevices, useSharedDevices } from '../lib/device-queries.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { TabLinks } from '../ui/tab-links.tsx';
import { DeviceHeader } from './device-header.tsx';
import './device-layout.css';
import { type DeviceTab, deviceTabs, findDeviceTab } from './device-tabs.ts';
import { LaterTab } from './later-tab.tsx';
import { useTitle } from './use-title.ts';

const OverviewPage = lazy(async () => ({
  default: (await import('../features/device-overview/overview-page.tsx')).OverviewPage,
}));

const DashboardPage = lazy(async () => ({
  default: (await import('../features/dashboard/dashboard-page.tsx')).DashboardPage,
}));

const HistoryPage = lazy(async () => ({
  default: (await import('../features/history/history-page.tsx')).HistoryPage,
}));

const ControlPage = lazy(async () => ({
  default: (await import('../features/control/control-page.tsx')).ControlPage,
}));

const AutomationPage = lazy(async () => ({
  default: (await import('../features/automation/automation-page.tsx')).AutomationPage,
}));

const FirmwarePage = lazy(async () => ({
  default: (await import('../features/firmware/firmware-page.tsx')).FirmwarePage,
}));

const ConsolePage = lazy(async () => ({
  default: (await import('../features/console/console-page.tsx')).ConsolePage,
}));

const SettingsPage = lazy(async () => ({
  default: (await import('../features/device-settings/settings-page.tsx')).SettingsPage,
}));

/** A device's page: its header, the tabs, and the tab that the address names. */
export function DeviceLayout() {
  const { espId = '', page } = useParams();
  const tab = findDeviceTab(page) ?? 'Overview';
  const devices = useDevices();
  const device = devices.data?.find((each) => each.espid === espId);
  useTitle(device ? `${device.name}, ${tab}` : tab);
  if (!device) return <WithoutDevice espid={espId} query={devices} />;
  const links = deviceTabs.map((each) => ({ to: devicePath(espId, each), label: each, current: each === tab }));
  return (
    <>
      <DeviceHeader device={device} />
      <TabLinks label="Device pages" tabs={links} />
      <Suspense fallback={<TabSkeleton />}>
        <Tab key={espId} tab={tab} device={device} />
      </Suspense>
    </>
  );
}

function Tab({ tab, device }: { tab: DeviceTab; device: Device }) {
  switch (tab) {
    case 'Overview':
      return <OverviewPage device={device} />;
    case 'Dashboard':
      return <DashboardPage device={device} />;
    case 'History':
      return <HistoryPage device={device} />;
    case 'Control':
      return <ControlPage device={device} />;
    case 'Automation':
      return <AutomationPage device={device} />;
    case 'Firmware':
      return <FirmwarePage device={device} />;
    case 'Console':
      return <ConsolePage device={device} />;
    case 'Settings':
      return <SettingsPage device={device} />;
    default:
      return <LaterTab tab={tab} espid={device.espid} />;
  }
}

type WithoutDeviceProps = { espid: string; query: ReturnType<typeof useDevices> };

function WithoutDevice({ espid, query }: WithoutDeviceProps) {
  const shared = useSharedDevices().data?.find((device) => device.espid === espid);
  const allDevices = (
    <ButtonLink to="/device" variant="primary">
      All devices
    </ButtonLink>
  );
  if (query.isPending) return <LayoutSkeleton />;
  if (query.isError) {
    return (
      <ErrorState title="The device did not load" onRetry={() => void query.refetch()}>
        {query.error instanceof ApiError ? query.error.message : 'The list of devices could not be read.'}
      </ErrorState>
    );
  }
  if (shared) {
    return (
      <Notice title={shared.name} actions={allDevices}>
        {shared.owner} shares this device with you. Opening a shared device comes with a later release.
      </Notice>
    );
  }
  return (
    <Notice title="There is no such device" actions={allDevices}>
      No device with the id <span className="mono">{espid}</span> belongs to your account. It may have been deleted.
    </Notice>
  );
}

function LayoutSkeleton() {
  return (
    <div aria-busy="true">
      <span className="sr-only">Loading the device</span>
      <div className="device-head">
        <div className="device-head-skeleton">
          <Skeleton width={180} height={20} />
          <Skeleton width={300} />
        </div>
      </div>
      <div className="tab-strip device-tabs-skeleton">
        {deviceTabs.map((tab: DeviceTab) => (
          <Skeleton key={tab} width={64} />
        ))}
      </div>
      <TabSkeleton />
    </div>
  );
}

function TabSkeleton() {
  return <Skeleton height={320} className="device-tab-skeleton" />;
}
