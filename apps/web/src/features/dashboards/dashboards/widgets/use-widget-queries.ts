import type { ControlState, Device, HistoryResponse, WidgetContent } from '@cyno/contract';
import { useQueries } from '@tanstack/react-query';
import { useContext } from 'react';
import { controlQuery } from '../../../boards/control/index.ts';
import { GuestContext } from '../shared/guest.ts';
import { sharedControlQuery, sharedHistoryQuery } from '../shared/guest-calls.ts';
import { dashboardHistoryQuery, drawnKeys } from './dashboard-history.ts';

type Part = { device: Pick<Device, 'espid'>; contents: readonly WidgetContent[] };

/** Fetches what widgets draw and operate; of the devices in `sharedOnly` what the dashboard of somebody else shows of them. */
export function useWidgetQueries(parts: readonly Part[], sharedOnly: ReadonlySet<string>) {
  const dashboardId = useContext(GuestContext)?.id ?? 0;
  const operated = parts.flatMap(({ device: { espid }, contents }) =>
    contents.some((content) => 'target' in content) ? [{ espid }] : [],
  );
  const drawn = parts.flatMap(({ device: { espid }, contents }) =>
    drawnKeys(contents).map(([minutes, keys]) => ({ espid, minutes, keys })),
  );
  const isSharedOnly = ({ espid }: { espid: string }) => sharedOnly.has(espid);
  const isOwn = (one: { espid: string }) => !isSharedOnly(one);
  const ownControls = useQueries({ queries: operated.filter(isOwn).map(({ espid }) => controlQuery(espid)) });
  const sharedControls = useQueries({
    queries: operated.filter(isSharedOnly).map(({ espid }) => sharedControlQuery(dashboardId, espid)),
  });
  const ownHistories = useQueries({
    queries: drawn.filter(isOwn).map(({ espid, minutes, keys }) => dashboardHistoryQuery(espid, minutes, keys)),
  });
  const sharedHistories = useQueries({
    queries: drawn.filter(isSharedOnly).map(({ espid, minutes }) => sharedHistoryQuery(dashboardId, espid, minutes)),
  });
  // In the order in which they were requested: own ones first.
  const controlAt = [...operated.filter(isOwn), ...operated.filter(isSharedOnly)];
  const historyAt = [...drawn.filter(isOwn), ...drawn.filter(isSharedOnly)];
  const controls = [...ownControls, ...sharedControls];
  const histories = [...ownHistories, ...sharedHistories];
  return {
    controlOf: (espid: string): ControlState | undefined =>
      controls[controlAt.findIndex((one) => one.espid === espid)]?.data,
    historiesOf: (espid: string): Map<number, HistoryResponse> =>
      new Map(
        historyAt.flatMap((one, index): [number, HistoryResponse][] => {
          const history = one.espid === espid ? histories[index]?.data : undefined;
          return history ? [[one.minutes, history]] : [];
        }),
      ),
  };
}
