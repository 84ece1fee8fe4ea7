import { t } from '@lingui/core/macro';
import { IconLayoutDashboard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { accountDashboardsQuery } from '../../features/dashboards/dashboards/index.ts';
import { MenuFold, MenuLink, maxListed } from './side-menu-parts.tsx';

/** Dashboards in the side menu, with the first of them below as there are the first devices. */
export function DashboardsEntry() {
  const { pathname } = useLocation();
  const dashboards = useQuery(accountDashboardsQuery).data?.dashboards ?? [];
  const listed = dashboards.slice(0, maxListed).map(({ id, name }) => ({ to: `/dashboard/${id}`, name }));
  return (
    <>
      <MenuLink
        to="/dashboard"
        icon={IconLayoutDashboard}
        className={listed.length > 0 ? 'menu-item-parent' : undefined}
        neverCurrent={listed.some(({ to }) => to === pathname)}
      >
        {t`Dashboards`}
      </MenuLink>
      {listed.length > 0 && (
        <MenuFold foldLabel={t`Fold the list of dashboards`} unfoldLabel={t`Unfold the list of dashboards`}>
          {listed.map(({ to, name }) => (
            <MenuLink key={to} to={to}>
              {name}
            </MenuLink>
          ))}
          {dashboards.length > maxListed && (
            <MenuLink to="/dashboard" className="menu-item-all" neverCurrent>
              {t`All dashboards (${dashboards.length})`}
            </MenuLink>
          )}
        </MenuFold>
      )}
    </>
  );
}
