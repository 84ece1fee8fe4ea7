import type { HistoryResponse, PublicDashboard, WidgetContent } from '@cyno/contract';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { type CommandRequest, noteCommands } from '../../boards/control/index.ts';
import { asDevice, type DataOf, drawnKeys, placesOf, type WidgetData } from '../dashboards/index.ts';
import { type Link, publicControlQuery, publicHistoryQuery, sendPublicCommand } from './public-calls.ts';

export type OpenDashboard = Extract<PublicDashboard, { state: 'open' }>;

/** Fills the widgets of a public dashboard from what its link opens; `chosen` is the number of the device above it. */
export function usePublicData(link: Link, dashboard: OpenDashboard, chosen: string | undefined): DataOf {
  const client = useQueryClient();
  const devices = dashboard.devices.map(asDevice);
  const any = chosen ?? devices[0]?.espid;
  const parts = devices.map((device) => ({
    device,
    contents: dashboard.widgets.flatMap((one): WidgetContent[] =>
      (one.device ?? any) === device.espid ? [one.content] : [],
    ),
  }));
  const operated = parts.filter(({ contents }) => contents.some((content) => 'target' in content));
  const controls = useQueries({ queries: operated.map(({ device }) => publicControlQuery(link, device.espid)) });
  const drawn = parts.flatMap(({ device: { espid }, contents }) =>
    drawnKeys(contents).map(([minutes]) => ({ espid, minutes })),
  );
  const responses = useQueries({
    queries: drawn.map(({ espid, minutes }) => publicHistoryQuery(link, espid, minutes)),
  });
  const choices = dashboard.choices.length > 0 ? dashboard.choices : any === undefined ? [] : [any];
  const places = placesOf(dashboard.widgets, devices, new Set(choices));
  const exposed = new Set(
    dashboard.widgets.flatMap(({ id, content }) => (dashboard.exposed.includes(id) ? [content] : [])),
  );
  const all = new Map(
    parts.map((part): [string, Omit<WidgetData, 'send'>] => {
      const { espid, variables } = part.device;
      const histories = drawn.flatMap(({ espid: of, minutes }, index): [number, HistoryResponse][] => {
        const history = of === espid ? responses[index]?.data : undefined;
        return history ? [[minutes, history]] : [];
      });
      const control = controls[operated.indexOf(part)]?.data;
      return [
        espid,
        {
          device: part.device,
          places,
          hiddenCount: 0,
          moment: null,
          variables: new Map(variables.map((one) => [one.key, one])),
          histories: new Map(histories),
          control: control && { ...control, pins: [] },
        },
      ];
    }),
  );
  const sendTo = (device: string) => async (command: CommandRequest) => {
    const { commands } = await sendPublicCommand(link, { ...command, device });
    noteCommands(client, publicControlQuery(link, device).queryKey, commands);
  };
  return ({ device = any, content }) => {
    const data = device === undefined ? undefined : all.get(device);
    return data ? { ...data, send: exposed.has(content) ? sendTo(data.device.espid) : null } : null;
  };
}
