import type { Widget } from '@cyno/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { liveNow } from '../../../../lib/live/live-client.ts';
import type { SeenDevice } from '../../../boards/devices/index.ts';
import type { DashboardSource } from '../source/dashboard-source.ts';
import { useDashboardSource } from '../source/use-dashboard-source.ts';
import { partsOf } from '../widgets/widget-data.ts';
import { type Playback, rangeHolding, spanOf } from './playback.ts';
import { Replay, type ReplayOptions } from './replay.ts';
import { ReplayBar } from './replay-bar.tsx';
import { ReplayGrid } from './replay-grid.tsx';

type PlaybackViewProps = {
  widgets: readonly Widget[];
  /** The device that is chosen above the dashboard. */
  chosen: SeenDevice | null;
  /** All that can be chosen; the others are no part of the playback. */
  espids: readonly string[];
  past: NonNullable<DashboardSource['past']>;
  /** What it opens with; from then on the address follows it. */
  playback: Playback;
  /** Null: back to now. */
  onChange: (playback: Playback | null) => void;
};

/** A moment rests for so long before it stands in the address; while it plays it does so as often. */
const restMs = 500;
const playingMs = 5_000;

/** A dashboard as it was: every widget shows the moment of its bar. */
export function PlaybackView({ widgets, chosen, espids, past, playback, onChange }: PlaybackViewProps) {
  const source = useDashboardSource();
  const open = widgets.filter((widget) => source.opens(widget, widget.device ?? chosen?.espid ?? ''));
  const present = partsOf(source.devices, { widgets: open, chosen });
  // What devices send now is nothing to a replay: it restarts only with other devices, widgets or another range.
  const [parts, setParts] = useState(present);
  const key = JSON.stringify([present.map(({ device: { espid, owner, role } }) => [espid, owner, role]), open]);
  const [madeFor, setMadeFor] = useState(key);
  if (madeFor !== key) {
    setMadeFor(key);
    setParts(present);
  }
  // Judged once: the moments that this page writes stay in their range, also when that has ended meanwhile.
  const [range, setRange] = useState(() => rangeHolding(playback, liveNow()));
  const replay = useReplay(parts, { at: playback.at, range }, { pastOf: past, controlOf: source.control });
  // The address follows a little later: a moment that is reported meanwhile must not bring back what was left.
  const hasLeft = useRef(false);
  useMomentInAddress(replay, (at) => {
    if (!hasLeft.current) onChange({ at, range });
  });
  if (!replay) return null;
  return (
    <>
      <ReplayBar
        replay={replay}
        range={range}
        operates={widgets.some(({ content }) => 'target' in content || content.type === 'scene')}
        onRange={(next) => {
          const { from, to } = spanOf(next, liveNow());
          setRange(next);
          onChange({ at: Math.min(to, Math.max(from, replay.clock.moment)), range: next });
        }}
        onNow={() => {
          hasLeft.current = true;
          onChange(null);
        }}
      />
      <ReplayGrid
        replay={replay}
        parts={parts}
        widgets={widgets}
        hiddenCount={espids.filter((espid) => present.every(({ device }) => device.espid !== espid)).length}
      />
    </>
  );
}

function useReplay(
  parts: ReturnType<typeof partsOf>,
  { at, range }: Playback,
  calls: Pick<ReplayOptions, 'pastOf' | 'controlOf'>,
): Replay | null {
  const [replay, setReplay] = useState<Replay | null>(null);
  const begin = useEffectEvent(() => {
    const moment = replay?.clock.moment ?? at;
    return new Replay({ parts, range: spanOf(range, liveNow()), moment, ...calls });
  });
  const rangeKey = JSON.stringify(range);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what it is made of; the moment alone moves within it
  useEffect(() => {
    const made = begin();
    setReplay(made);
    return () => made.stop();
  }, [parts, rangeKey]);
  return replay;
}

/** Lets the address follow the moment, not in each frame. */
function useMomentInAddress(replay: Replay | null, onMoment: (at: number) => void): void {
  const report = useEffectEvent(onMoment);
  useEffect(() => {
    if (!replay) return;
    const { clock } = replay;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastReported = clock.moment;
    const follow = () => {
      if (clock.moment === lastReported || timer !== undefined) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          lastReported = clock.moment;
          report(lastReported);
          follow();
        },
        clock.isPlaying ? playingMs : restMs,
      );
    };
    const stop = clock.subscribe(follow);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [replay]);
}
