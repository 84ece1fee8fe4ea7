import { TabLinks } from '../../ui/buttons/tab-links.tsx';

type HomeTabsProps = { current: '/device' | '/dashboard' };

/** The way between what the account has: its devices, and dashboards of several of them. */
export function HomeTabs({ current }: HomeTabsProps) {
  const tabs = [
    { to: '/device', label: 'Devices' },
    { to: '/dashboard', label: 'Dashboards' },
  ] as const;
  return (
    <TabLinks label="Devices and dashboards" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === current }))} />
  );
}
