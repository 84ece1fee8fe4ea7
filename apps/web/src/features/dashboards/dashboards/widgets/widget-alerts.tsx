import type { AlertLimits, WidgetContent } from '@cyno/contract';
import { type QueryKey, skipToken, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import type { ChartNote } from '../../../../ui/charts/plot/chart-notes.ts';
import { bandOf, limitLines, type MarkedAlerts, VariableAlertMark } from '../../../automation/alerts/index.ts';
import type { DeviceLimit } from '../../../telemetry/history/index.ts';
import type { DashboardSource } from '../source/dashboard-source.ts';
import type { WidgetData } from './widget-data.ts';

type ChartContent = Extract<WidgetContent, { type: 'chart' }>;

/** Where the alerts are that widgets mark, and whether they lead to them. Null: it is not the present. */
export const WidgetAlertsContext = createContext<DashboardSource['alerts'] | null>(null);

/** The mark of the widget that stands around; null: it has none. */
export const WidgetMark = createContext<ReactNode>(null);

/** The mark of an alert of what a widget shows. */
export function useWidgetMark(content: WidgetContent, data: WidgetData | null): ReactNode {
  const keys = alertKeysOf(content);
  const alerts = use(WidgetAlertsContext);
  if (alerts === null || !data || data.moment !== null || keys === undefined) return null;
  const { espid } = data.device;
  const { query, hasPage } = alerts(espid);
  return <VariableAlertMark alerts={query} espid={espid} keys={keys} withLink={hasPage} />;
}

/** While which alerts of a widget's variables were active in its last minutes, as bands over its chart. */
export function useWidgetBands({ keys, minutes }: ChartContent, { device, moment }: WidgetData): readonly ChartNote[] {
  const alerts = use(WidgetAlertsContext);
  const past = moment === null ? alerts?.(device.espid).past(minutes) : undefined;
  const { data } = useQuery<MarkedAlerts>(past ?? { queryKey: queryKeys.alerts(), queryFn: skipToken });
  return useMemo(
    () =>
      [...(data?.alerts ?? []), ...(data?.cleared ?? [])]
        .filter(({ espid, key }) => espid === device.espid && key !== null && keys.includes(key))
        .map((alert) => bandOf(alert)),
    [data, device.espid, keys],
  );
}

/** Where the variables of a chart alert, as thin lines; none where it is switched off. */
export function useWidgetLimits(
  { keys, minutes, alertLimits = true }: ChartContent,
  { device, variables }: WidgetData,
): DeviceLimit[] {
  const { espid } = device;
  const alerts = use(WidgetAlertsContext);
  const source = alertLimits ? alerts?.(espid) : undefined;
  const { data: own } = useQuery<AlertLimits, Error, AlertLimits, QueryKey>(
    source?.limits ?? { queryKey: queryKeys.alertLimits(espid), queryFn: skipToken },
  );
  const { data: marked } = useQuery<MarkedAlerts>(
    source && !source.limits ? source.past(minutes) : { queryKey: queryKeys.alerts(), queryFn: skipToken },
  );
  const ofDevice = source?.limits ? own?.limits : marked?.limits?.filter((limit) => limit.espid === espid);
  const limits = (source && ofDevice)?.filter(({ key }) => keys.includes(key)) ?? [];
  const linesText = JSON.stringify(limitLines(espid, limits, (key) => variables.get(key)?.unit));
  // Each new value makes new variables; the chart is drawn again only when a line changed.
  return useMemo((): DeviceLimit[] => JSON.parse(linesText), [linesText]);
}

/** The variables of which a widget shows something; null: it is about the whole device, undefined: about none. */
function alertKeysOf(content: WidgetContent): readonly string[] | null | undefined {
  if (content.type === 'map' || content.type === 'uptime') return null;
  if ('key' in content) return [content.key];
  return 'keys' in content && content.keys.length > 0 ? content.keys : undefined;
}
