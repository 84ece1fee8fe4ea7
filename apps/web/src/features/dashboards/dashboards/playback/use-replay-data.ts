import type { WidgetContent } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { WidgetData } from '../widgets/widget-data.ts';
import type { Replay } from './replay.ts';

type ReplayDataProps = {
  replay: Replay;
  espid: string;
  content: WidgetContent;
  /** So many other devices of the dashboard are no part of the replay. */
  hiddenCount: number;
  /** In which frames it is drawn. */
  turn: number;
};

/** What a widget of a device shows at the moment of a replay, as `useWidgetData` for now; null without the device. */
export function useReplayData({ replay, espid, content, hiddenCount, turn }: ReplayDataProps): WidgetData | null {
  const { clock } = replay;
  const frame = useSyncExternalStore(clock.subscribe, () => clock.frameAt(turn));
  const { data: control } = useQuery({ ...replay.controlOf(espid), enabled: 'target' in content });
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
      controlFailure: null,
      moment: frame.moment,
      send: null,
      runsScenes: false,
      places,
      hiddenCount,
    };
  }, [replay, espid, frame, control, hiddenCount]);
}
