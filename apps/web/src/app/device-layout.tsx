import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { ClaimNotices } from '../features/board-claims/claim-notices.tsx';
import { devicePath, useDevice } from '../lib/device-queries.ts';
import { may, type SeenDevice } from '../lib/device-rights.ts';
import { TabLinks } from '../ui/tab-links.tsx';
import { DeviceHeader } from './device-header.tsx';
import './device-layout.css';
import { type DeviceTab, deviceTabs, findDeviceTab, rightForTab } from './device-tabs.ts';
import { LaterTab } from './later-tab.tsx';
import { TabNotAllowed } from './tab-not-allowed.tsx';
import { useLastSeen } from './use-last-seen.ts';
import { useTitle } from './use-title.ts';
import { DeviceGone, TabSkeleton, WithoutDevice } from './without-device.tsx';

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

const SharingTab = lazy(async () => ({ default: (await import('./sharing-tab.tsx')).SharingTab }));

const SettingsPage = lazy(async () => ({
  default: (await import('../features/device-settings/settings-page.tsx')).SettingsPage,
}));

/** A device's page: its header, the tabs, and the tab that the address names. */
export function DeviceLayout() {
  const { espId = '', page } = useParams();
  const tab = findDeviceTab(page) ?? 'Overview';
  const device = useDevice(espId);
  const seen = useLastSeen(device);
  useTitle(device ? `${device.name}, ${tab}` : tab);
  if (!device) return seen?.espid === espId ? <DeviceGone device={seen} /> : <WithoutDevice espid={espId} />;
  const links = deviceTabs
    .filter((each) => may(device, rightForTab(each)))
    .map((each) => ({ to: devicePath(espId, each), label: each, current: each === tab }));
  return (
    <>
      <DeviceHeader device={device} />
      {device.owner === undefined && <ClaimNotices espid={espId} />}
      <TabLinks label="Device pages" tabs={links} />
      {may(device, rightForTab(tab)) ? (
        <Suspense fallback={<TabSkeleton />}>
          <Tab key={espId} tab={tab} device={device} />
        </Suspense>
      ) : (
        <TabNotAllowed tab={tab} device={device} />
      )}
    </>
  );
}

function Tab({ tab, device }: { tab: DeviceTab; device: SeenDevice }) {
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
    case 'Sharing':
      return <SharingTab device={device} />;
    case 'Settings':
      return <SettingsPage device={device} />;
    default:
      return <LaterTab tab={tab} espid={device.espid} />;
  }
}
