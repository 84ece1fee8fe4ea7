import { t } from '@lingui/core/macro';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
  IconX,
} from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { formatAge, formatDateTime } from '../../../../lib/format/format.ts';
import { useLiveNow } from '../../../../lib/live/live-client.ts';
import { Button, IconButton } from '../../../../ui/buttons/button.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import type { Playback } from './playback.ts';
import type { Replay } from './replay.ts';
import './replay-bar.css';
import { speeds } from './replay-clock.ts';
import { ReplayRange } from './replay-range.tsx';
import { ReplaySlider } from './replay-slider.tsx';

type ReplayBarProps = {
  replay: Replay;
  range: Playback['range'];
  /** The dashboard has widgets that operate something. */
  operates: boolean;
  onRange: (range: Playback['range']) => void;
  onNow: () => void;
};

const speedOptions = speeds.map((speed) => ({ id: String(speed), label: `${speed} ×` }));

/** Shows the moment of the past, and goes to another one: by slider, by event, or by playing it. */
export function ReplayBar({ replay, range, operates, onRange, onNow }: ReplayBarProps) {
  const { clock } = replay;
  const isPlaying = useSyncExternalStore(clock.subscribe, () => clock.isPlaying);
  const isWaiting = useSyncExternalStore(clock.subscribe, () => clock.isWaiting);
  const speed = useSyncExternalStore(clock.subscribe, () => clock.speed);
  const error = useSyncExternalStore(clock.subscribe, () => replay.error);
  const next = useSyncExternalStore(clock.subscribe, () => replay.nextEvent);
  const previous = useSyncExternalStore(clock.subscribe, () => replay.previousEvent);
  const jump = (at: number | undefined) => {
    if (at === undefined) return;
    clock.pause();
    clock.seek(at);
  };
  return (
    <section className="replay-bar" aria-label={t`Playback`}>
      <div className="replay-line">
        <Moment replay={replay} />
        <div className="replay-actions">
          <ReplayRange range={range} span={clock.range} onChange={onRange} />
          <Button icon={IconX} onClick={onNow}>
            {t`Back to live`}
          </Button>
        </div>
      </div>
      <ReplaySlider replay={replay} />
      <div className="replay-line">
        <div className="replay-actions">
          <IconButton
            label={previous ? t`Previous: ${{ event: previous.text }}` : t`No earlier events in this range`}
            icon={IconPlayerTrackPrev}
            disabled={!previous}
            onClick={() => jump(previous?.at)}
          />
          <IconButton
            label={isPlaying ? t`Pause` : t`Play`}
            icon={isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled}
            className="replay-play"
            onClick={() => (isPlaying ? clock.pause() : clock.play())}
          />
          <IconButton
            label={next ? t`Next: ${{ event: next.text }}` : t`No later events in this range`}
            icon={IconPlayerTrackNext}
            disabled={!next}
            onClick={() => jump(next?.at)}
          />
          <SelectField
            label={t`Speed`}
            hideLabel
            className="replay-speed"
            options={speedOptions}
            value={String(speed)}
            onChange={(id) => clock.setSpeed(speeds.find((one) => String(one) === id) ?? 1)}
          />
        </div>
        <p className="replay-note" role="status">
          {error
            ? t`Some values did not load: ${{ message: error.message }}. Trying again…`
            : noteOf(isWaiting, operates)}
        </p>
      </div>
    </section>
  );
}

function noteOf(isWaiting: boolean, operates: boolean): string {
  if (isWaiting) return t`Loading values…`;
  return operates ? t`You are viewing the past; controls are off.` : '';
}

function Moment({ replay: { clock } }: { replay: Replay }) {
  const { moment } = useSyncExternalStore(clock.subscribe, () => clock.frameAt(0));
  const now = useLiveNow();
  return (
    <p className="replay-moment">
      <b>{formatDateTime(moment, { seconds: true })}</b> <span>{formatAge(now - moment)}</span>
    </p>
  );
}
