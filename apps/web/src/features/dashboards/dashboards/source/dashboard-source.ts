import type { ControlState, HistoryResponse } from '@cyno/contract';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { limitsQuery, MarkedAlertsQuery } from '../../../automation/alerts/index.ts';
import type { CommandRequest } from '../../../boards/control/index.ts';
import type { SeenDevice } from '../../../boards/devices/index.ts';
import type { PastCalls } from './past-calls.ts';

type Query<Data> = UseQueryOptions<Data, Error, Data, QueryKey>;

type SourceWidget = { id?: string };

/** Where what a dashboard shows comes from: an own right to its devices, a share of the dashboard, or its public link. */
export type DashboardSource = {
  /** All devices that can stand on it. */
  readonly devices: readonly SeenDevice[];
  /** What the widgets of a device draw over their last minutes. */
  history(espid: string, minutes: number, keys: readonly string[]): Query<HistoryResponse>;
  /** The outputs and events of a device. */
  control(espid: string): Query<ControlState>;
  /** Where the open alerts of a device are, and all of its last minutes; `hasPage`: whether there is a page of them. */
  alerts(espid: string): {
    readonly query: MarkedAlertsQuery;
    past(minutes: number): MarkedAlertsQuery;
    /** Where its variables alert; without it, this comes with what is past. */
    readonly limits?: ReturnType<typeof limitsQuery>;
    readonly hasPage: boolean;
  };
  /** Whether a widget may show something of the device. */
  opens(widget: SourceWidget, espid: string): boolean;
  /** How a widget sends to a device; the promise rejects with the reason when that is not accepted. Null: it operates nothing. */
  send(widget: SourceWidget, device: SeenDevice): ((command: CommandRequest) => Promise<unknown>) | null;
  /** Whether scenes can be run from it, as far as this account may run each; the server decides that. */
  readonly runsScenes: boolean;
  /** How the past of a device is fetched; null: only the present may be looked at. */
  readonly past: ((espid: string) => PastCalls) | null;
};
