import { Outlet, useLocation } from 'react-router';
import { TabLinks } from '../../ui/buttons/tab-links.tsx';
import { PageHead } from '../../ui/cards/page-head.tsx';

const tabs = [
  { to: '/code', label: 'Projects' },
  { to: '/code/flash', label: 'Flash by cable' },
];

/** What the pages of `/code` have in common. */
export function CodeLayout() {
  const { pathname } = useLocation();
  return (
    <>
      <PageHead title="Code">Sketches for your boards, made, kept and uploaded.</PageHead>
      <TabLinks label="Code" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === pathname }))} />
      <Outlet />
    </>
  );
}
