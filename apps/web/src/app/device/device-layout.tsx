import { Suspense } from 'react';
import { useParams } from 'react-router';
import { loadAlertBands, loadDeviceAlertsPage } from '../../features/automation/alerts/index.ts';
import { loadAutomationPage } from '../../features/automation/automations/index.ts';
import { ClaimNotices } from '../../features/boards/board-claims/index.ts';
import { loadConsolePage } from '../../features/boards/console/index.ts';
import { loadControlPage } from '../../features/boards/control/index.ts';
import { loadSettingsPage } from '../../features/boards/device-settings/index.ts';
import { devicePath, may, NameRequest, type SeenDevice, useDevice } from '../../features/boards/devices/index.ts';
import { loadFirmwarePage } from '../../features/boards/firmware/index.ts';
import { loadDashboardPage } from '../../features/dashboards/dashboards/index.ts';
import { loadSharingTab } from '../../features/dashboards/sharing/index.ts';
import { loadOverviewPage } from '../../features/telemetry/device-overview/index.ts';
import { loadHistoryPage } from '../../features/telemetry/history/index.ts';
import { lazy } from '../../lib/language/lazy.ts';
import { DeviceHeader } from './device-header.tsx';
import './device-layout.css';
import { PartBoundary } from '../missing-part.tsx';
import { useTitle } from '../use-title.ts';
import { DeviceTabLinks } from './device-tab-links.tsx';
import { type DeviceTab, deviceTabs, findDeviceTab, rightForTab } from './device-tabs.ts';
import { tabLabel } from './tab-label.ts';
import { TabNotAllowed } from './tab-not-allowed.tsx';
import { isGone, useLastSeen } from './use-last-seen.ts';
import { DeviceGone, TabSkeleton, WithoutDevice } from './without-device.tsx';

const OverviewPage = lazy(async () => {
  const [page, { useAlertBands }] = await Promise.all([loadOverviewPage(), loadAlertBands()]);
  return {
    default: ({ device }: { device: SeenDevice }) => <page.OverviewPage device={device} useBands={useAlertBands} />,
  };
});

const DashboardPage = lazy(async () => ({
  default: (await loadDashboardPage()).DashboardPage,
}));

const HistoryPage = lazy(async () => {
  const [page, { useAlertBands }] = await Promise.all([loadHistoryPage(), loadAlertBands()]);
  return {
    default: ({ device }: { device: SeenDevice }) => <page.HistoryPage device={device} useBands={useAlertBands} />,
  };
});

const ControlPage = lazy(async () => ({
  default: (await loadControlPage()).ControlPage,
}));

const AutomationPage = lazy(async () => ({
  default: (await loadAutomationPage()).AutomationPage,
}));

const AlertsPage = lazy(async () => ({
  default: (await loadDeviceAlertsPage()).DeviceAlertsPage,
}));

const FirmwarePage = lazy(async () => ({
  default: (await loadFirmwarePage()).FirmwarePage,
}));

const ConsolePage = lazy(async () => ({
  default: (await loadConsolePage()).ConsolePage,
}));

const SharingTab = lazy(async () => ({ default: (await loadSharingTab()).SharingTab }));

const SettingsPage = lazy(async () => ({
  default: (await loadSettingsPage()).SettingsPage,
}));

const pages = {
  Overview: OverviewPage,
  Dashboard: DashboardPage,
  History: HistoryPage,
  Control: ControlPage,
  Automation: AutomationPage,
  Alerts: AlertsPage,
  Firmware: FirmwarePage,
  Console: ConsolePage,
  Sharing: SharingTab,
  Settings: SettingsPage,
} satisfies Record<DeviceTab, unknown>;

/** A device's page: its header, the tabs, and the tab that the address names. */
export function DeviceLayout() {
  const { espId = '', page } = useParams();
  const tab = findDeviceTab(page) ?? 'Overview';
  const listed = useDevice(espId);
  const seen = useLastSeen(listed);
  const device = listed && isGone(listed, seen) ? undefined : listed;
  useTitle(device ? `${device.name}, ${tabLabel(tab)}` : tabLabel(tab));
  if (!device) return seen?.espid === espId ? <DeviceGone device={seen} /> : <WithoutDevice espid={espId} />;
  const links = deviceTabs
    .filter((each) => may(device, rightForTab(each)))
    .map((each) => ({ to: devicePath(espId, each), label: tabLabel(each), current: each === tab }));
  return (
    <>
      <DeviceHeader device={device} />
      {device.owner === undefined && <ClaimNotices espid={espId} />}
      <DeviceTabLinks tabs={links} />
      {tab === 'Overview' && device.owner === undefined && <NameRequest key={espId} device={device} />}
      {may(device, rightForTab(tab)) ? (
        <PartBoundary key={tab}>
          <Suspense fallback={<TabSkeleton />}>
            <Tab key={espId} tab={tab} device={device} />
          </Suspense>
        </PartBoundary>
      ) : (
        <TabNotAllowed tab={tab} device={device} />
      )}
    </>
  );
}

/** Fetches what draws a tab. */
export const preloadTab = (tab: DeviceTab): Promise<void> => pages[tab].preload();

function Tab({ tab, device }: { tab: DeviceTab; device: SeenDevice }) {
  const Page = pages[tab];
  return <Page device={device} />;
}
