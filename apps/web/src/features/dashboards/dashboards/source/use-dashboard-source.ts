import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import { useSeenDevices } from '../../../boards/devices/index.ts';
import { type DataOf, useSourceData, type WidgetPlacement } from '../widgets/widget-data.ts';
import type { DashboardSource } from './dashboard-source.ts';
import { ownSource } from './own-source.ts';
import { type SharedDashboard, sharedSource } from './shared-source.ts';

/** The dashboard of somebody else that this page shows; null: it is an own one, or of a device. */
export const SharedDashboardContext = createContext<SharedDashboard | null>(null);

/** Where the dashboard of this page comes from. */
export function useDashboardSource(): DashboardSource {
  const client = useQueryClient();
  const shared = useContext(SharedDashboardContext);
  const seen = useSeenDevices();
  return useMemo(() => {
    const own = ownSource(client, seen);
    return shared ? sharedSource(client, own, shared) : own;
  }, [client, seen, shared]);
}

/** The alerts of the dashboard of this page where nothing may lead away from it. */
export function useAlertSigns(): DashboardSource['alerts'] {
  const { alerts } = useDashboardSource();
  return useMemo(() => (espid) => ({ ...alerts(espid), hasPage: false }), [alerts]);
}

/** Fetches what the widgets of the dashboard of this page show now. */
export const useDashboardData = (placement: WidgetPlacement): DataOf => useSourceData(useDashboardSource(), placement);
