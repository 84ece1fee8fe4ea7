import type { Command, ControlState, DeviceVariable, HistoryResponse, Output } from '@cyno/contract';
import type { WidgetData } from '../src/features/dashboards/dashboards/widgets/widget-data.ts';
import { deviceOf, variableOf } from './devices.ts';

const stepMs = 600_000;

/** A history of one value each ten minutes, the last one `agoMs` before now. */
export function historyOf(
  series: Record<string, (number | string | null)[]>,
  { agoMs = 0, spanMs = 86_400_000 }: { agoMs?: number; spanMs?: number } = {},
): HistoryResponse {
  const to = Date.now();
  const count = Math.max(0, ...Object.values(series).map((values) => values.length));
  return {
    from: to - spanMs,
    to,
    resolution: 'raw',
    bucketMs: null,
    offline: [],
    times: Array.from({ length: count }, (_, index) => to - agoMs - (count - 1 - index) * stepMs),
    series: Object.fromEntries(Object.entries(series).map(([key, value]) => [key, { value, min: null, max: null }])),
  };
}

/** A command to the event `pump` that was confirmed after 80 ms. */
export function commandOf(more: Partial<Command> = {}): Command {
  const createdAt = Date.now() - 1_000;
  return {
    id: 1,
    kind: 'event',
    target: 'pump',
    mode: null,
    value: '1',
    state: 'acknowledged',
    reason: null,
    actor: { kind: 'person', name: 'ann@example.com' },
    notBefore: null,
    createdAt,
    sentAt: createdAt,
    answeredAt: createdAt + 80,
    ...more,
  };
}

/** An output that is off. */
export const outputOf = (more: Partial<Output> = {}): Output => ({
  pin: 'D5',
  mode: 'digit',
  name: 'Pump',
  locked: false,
  momentaryMs: null,
  wanted: null,
  reported: 0,
  reportedAt: null,
  changedBy: null,
  ...more,
});

type Known = Partial<ControlState['events'][number]>;

/** What can be operated: an event for each name, as it is known to be. */
export function controlOf(events: Record<string, Known> = {}, commands: readonly Command[] = []): ControlState {
  return {
    pins: [],
    outputs: [],
    commands: [...commands],
    events: Object.entries(events).map(([name, known]) => ({
      name,
      label: null,
      widget: 'text',
      min: null,
      max: null,
      step: null,
      choices: [],
      locked: false,
      momentary: false,
      wanted: null,
      reported: null,
      reportedAt: null,
      changedBy: null,
      ...known,
    })),
  };
}

type WidgetDataInput = Partial<Omit<WidgetData, 'variables' | 'histories'>> & {
  variables?: readonly DeviceVariable[];
  /** The same history for each span of time. */
  history?: HistoryResponse | null;
};

/** What a widget is given: a board that is online, with a temperature and no history. */
export function widgetDataOf({
  variables = [variableOf('temp')],
  history = null,
  ...more
}: WidgetDataInput = {}): WidgetData {
  const device = more.device ?? deviceOf({ variables: [...variables] });
  return {
    device,
    variables: new Map(variables.map((one) => [one.key, one])),
    histories: history ? new Map([60, 1_440, 40_320].map((minutes) => [minutes, history])) : new Map(),
    control: undefined,
    controlFailure: null,
    moment: null,
    send: null,
    runsScenes: true,
    places: [],
    hiddenCount: 0,
    ...more,
  };
}
