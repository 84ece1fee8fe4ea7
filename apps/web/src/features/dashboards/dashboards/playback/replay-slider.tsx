import { t } from '@lingui/core/macro';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { formatDateTime } from '../../../../lib/format/format.ts';
import { stepOf } from './playback.ts';
import type { Replay } from './replay.ts';

/** So many steps at once with Shift. */
const manySteps = 20;

/** The moment on the range of a replay, above what happened in it. */
export function ReplaySlider({ replay }: { replay: Replay }) {
  const { clock } = replay;
  const { from, to } = clock.range;
  const inputRef = useRef<HTMLInputElement>(null);
  const stepMs = stepOf(clock.range);
  const frame = useSyncExternalStore(clock.subscribe, () => clock.frameAt(0));
  // The thumb follows each frame; drawing it through React would cost more than all that it shows.
  useEffect(() => {
    const follow = () => {
      const input = inputRef.current;
      if (!input) return;
      input.value = String(clock.moment);
      input.style.setProperty('--at', `${((clock.moment - from) / (to - from)) * 100}%`);
    };
    follow();
    return clock.subscribe(follow);
  }, [clock, from, to]);
  const go = (moment: number) => {
    clock.pause();
    clock.seek(moment);
  };
  return (
    <div className="replay-slider">
      <input
        ref={inputRef}
        type="range"
        aria-label={t`Playback time`}
        aria-valuetext={formatDateTime(frame.moment, { seconds: true })}
        min={from}
        max={to}
        step="any"
        defaultValue={clock.moment}
        onChange={({ currentTarget }) => go(currentTarget.valueAsNumber)}
        onKeyDown={(event) => {
          const moment = momentOfKey(event, { moment: clock.moment, stepMs, from, to });
          if (event.key === ' ') clock.isPlaying ? clock.pause() : clock.play();
          else if (moment !== null) go(moment);
          else return;
          event.preventDefault();
        }}
      />
      <Events replay={replay} />
    </div>
  );
}

type KeyPlace = { moment: number; stepMs: number; from: number; to: number };

function momentOfKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { moment, stepMs, from, to }: KeyPlace,
): number | null {
  const step = stepMs * (shiftKey ? manySteps : 1);
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return moment + step;
    case 'ArrowLeft':
    case 'ArrowDown':
      return moment - step;
    case 'PageUp':
      return moment + stepMs * manySteps;
    case 'PageDown':
      return moment - stepMs * manySteps;
    case 'Home':
      return from;
    case 'End':
      return to;
    default:
      return null;
  }
}

const drawnEvents = 500;

/** When boards were away and when something was switched; the buttons below the slider jump there. */
function Events({ replay }: { replay: Replay }) {
  const events = useSyncExternalStore(replay.clock.subscribe, () => replay.events);
  const { from, to } = replay.clock.range;
  const percent = (at: number) => `${((at - from) / (to - from)) * 100}%`;
  return (
    <svg className="replay-events" aria-hidden="true">
      {events.slice(-drawnEvents).map(({ at, tone, text }) => (
        <rect key={`${at} ${text}`} className={`replay-event-${tone}`} x={percent(at)} width={2} height="100%" />
      ))}
    </svg>
  );
}
