import type { WidgetContent } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { controlQuery } from '../../../boards/control/index.ts';
import { sharedControlQuery } from '../shared/guest-calls.ts';
import type { WidgetData } from '../widgets/widget-data.ts';
import type { Replay } from './replay.ts';

type ReplayDataProps = {
  replay: Replay;
  espid: string;
  /** The dashboard of somebody else that shows the device; null: this account may look at it itself. */
  through: number | null;
  content: WidgetContent;
  /** So many other devices of the dashboard are no part of the replay. */
  hiddenCount: number;
  /** In which frames it is drawn. */
  turn: number;
};

/** What a widget of a device shows at the moment of a replay, as `useWidgetData` for now; null without the device. */
export function useReplayData({
  replay,
  espid,
  through,
  content,
  hiddenCount,
  turn,
}: ReplayDataProps): WidgetData | null {
  const { clock } = replay;
  const frame = useSyncExternalStore(clock.subscribe, () => clock.frameAt(turn));
  const hasTarget = 'target' in content;
  const own = useQuery({ ...controlQuery(espid), enabled: hasTarget && through === null });
  const sharedControl = useQuery({
    ...sharedControlQuery(through ?? 0, espid),
    enabled: hasTarget && through !== null,
  });
  const control = through === null ? own.data : sharedControl.data;
  return useMemo(() => {
    const places = replay.placesAt(frame);
    const tape = replay.tapeOf(espid);
    const device = places.find((one) => one.device.espid === espid)?.device;
    if (!device || !tape) return null;
    return {
      device,
      variables: new Map(device.variables.map((one) => [one.key, one])),
      histories: tape.historiesAt(frame.moment),
      control: control && tape.controlAt(control, frame.moment),
      moment: frame.moment,
      send: null,
      places,
      hiddenCount,
    };
  }, [replay, espid, frame, control, hiddenCount]);
}
