import { t } from '@lingui/core/macro';
import { TabLinks } from '../../ui/buttons/tab-links.tsx';

type HomeTabsProps = { current: '/device' | '/dashboard' };

/** The way between what the account has: its devices, and dashboards of several of them. */
export function HomeTabs({ current }: HomeTabsProps) {
  const tabs = [
    { to: '/device', label: t`Devices` },
    { to: '/dashboard', label: t`Dashboards` },
  ] as const;
  return (
    <TabLinks label={t`Devices and dashboards`} tabs={tabs.map((tab) => ({ ...tab, current: tab.to === current }))} />
  );
}
