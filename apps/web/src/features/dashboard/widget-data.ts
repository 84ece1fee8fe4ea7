import type { ControlState, Device, DeviceVariable, HistoryResponse, WidgetContent } from '@cyno/contract';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { controlQuery } from '../../lib/control-query.ts';
import { may } from '../../lib/device-rights.ts';
import { sendCommand, type Wish } from '../../lib/send-command.ts';
import { dashboardHistoryQuery, drawnKeys } from './dashboard-history.ts';

/** What widgets show: the variables with their newest values, what was before, and what can be switched. */
export type WidgetData = {
  device: Device;
  variables: ReadonlyMap<string, DeviceVariable>;
  /** What charts draw, by their minutes; without those that are on the way. */
  histories: ReadonlyMap<number, HistoryResponse>;
  /** Undefined while it is on the way. */
  control: ControlState | undefined;
  /** The moment of the past that is shown, ms since the epoch; null: now. */
  moment: number | null;
  /** Sends a command to the device; rejects with the reason when it is not accepted. Null: nothing can be operated here. */
  send: ((wish: Wish) => Promise<unknown>) | null;
  /** All that the dashboard shows, for widgets that tell of the whole of it. */
  contents: readonly WidgetContent[];
  /** The devices that the dashboard shows. */
  devices: readonly Device[];
};

/** Fetches what some widgets of a device show now. */
export function useWidgetData(device: Device, contents: readonly WidgetContent[]): WidgetData {
  const client = useQueryClient();
  const operates = contents.some((content) => 'target' in content);
  const { data: control } = useQuery({ ...controlQuery(device.espid), enabled: operates });
  const drawn = drawnKeys(contents);
  const answers = useQueries({
    queries: drawn.map(([minutes, keys]) => dashboardHistoryQuery(device.espid, minutes, keys)),
  });
  const histories = new Map(
    drawn.flatMap(([minutes], index): [number, HistoryResponse][] => {
      const data = answers[index]?.data;
      return data ? [[minutes, data]] : [];
    }),
  );
  return {
    ...{ device, histories, control, contents },
    devices: [device],
    variables: new Map(device.variables.map((one) => [one.key, one])),
    moment: null,
    send: may(device, 'operate') ? (wish) => sendCommand(client, device.espid, wish) : null,
  };
}
