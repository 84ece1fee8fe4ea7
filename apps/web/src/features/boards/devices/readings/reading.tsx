import type { DeviceVariable } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatDuration, formatValue } from '../../../../lib/format/format.ts';
import { isStale } from '../../../../lib/format/variable-kind.ts';
import './reading.css';
import { readingSize } from './reading-display.ts';
import { Sparkline } from './sparkline.tsx';
import { useSparkPoints } from './use-sparklines.ts';

type ReadingProps = {
  espid: string;
  variable: DeviceVariable;
  online: boolean;
  /** All that stand side by side, this one too: more leave less room. */
  beside: readonly DeviceVariable[];
  now: number;
};

/** One value of a device: name, value with unit, and its last hour. */
export function Reading({ espid, variable, online, beside, now }: ReadingProps) {
  const points = useSparkPoints(espid, variable.key);
  const { label, unit, value, at } = variable;
  const text = formatValue(value, variable.decimals);
  const stale = online && isStale(variable, now);
  return (
    <div className={stale || !online ? 'reading reading-dim' : 'reading'}>
      <p className="reading-label">
        <span className="reading-name" title={label}>
          {label}
        </span>
        {stale && at !== null && (
          <span className="reading-age">
            <span aria-hidden="true">{formatDuration(now - at)}</span>
            <span className="sr-only">{t`${{ duration: formatDuration(now - at) }} old`}</span>
          </span>
        )}
      </p>
      {typeof value === 'boolean' ? (
        <p className={`reading-value reading-switch${value ? ' reading-on' : ''}`}>{text}</p>
      ) : (
        <p className={`reading-value reading-${readingSize(variable, beside)}`}>
          <span className="reading-number" title={text}>
            {text}
          </span>
          {value !== null && unit !== '' && <span className="reading-unit">{unit}</span>}
        </p>
      )}
      {typeof value === 'number' && (
        <Sparkline
          label={label}
          unit={unit}
          hue={variable.hue}
          points={points}
          intervalMs={variable.intervalMs}
          online={online}
        />
      )}
    </div>
  );
}
