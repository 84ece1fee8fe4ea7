import { Outlet, useLocation } from 'react-router';
import { PageHead } from '../ui/page-head.tsx';
import { TabLinks } from '../ui/tab-links.tsx';

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
