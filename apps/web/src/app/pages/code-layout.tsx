import { t } from '@lingui/core/macro';
import { Outlet, useLocation } from 'react-router';
import { TabLinks } from '../../ui/buttons/tab-links.tsx';
import { PageHead } from '../../ui/cards/page-head.tsx';

const tabs = [
  { to: '/code', label: () => t`Projects` },
  { to: '/code/flash', label: () => t`Flash by cable` },
];

/** What the pages of `/code` have in common. */
export function CodeLayout() {
  const { pathname } = useLocation();
  return (
    <>
      <PageHead title={t`Code`}>{t`Write, save and upload sketches for your boards.`}</PageHead>
      <TabLinks
        label={t`Code`}
        tabs={tabs.map((tab) => ({ ...tab, label: tab.label(), current: tab.to === pathname }))}
      />
      <Outlet />
    </>
  );
}
