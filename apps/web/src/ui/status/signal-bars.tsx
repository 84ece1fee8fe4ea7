import { t } from '@lingui/core/macro';
import './signal-bars.css';

/** Strength in bars, 0 to 4, of a Wi-Fi signal in dBm. */
function signalLevel(rssi: number): 0 | 1 | 2 | 3 | 4 {
  if (rssi >= -55) return 4;
  if (rssi >= -67) return 3;
  if (rssi >= -75) return 2;
  if (rssi >= -88) return 1;
  return 0;
}

type SignalBarsProps = {
  /** dBm; null draws nothing. */
  rssi: number | null;
  /** Writes the figure next to the bars. */
  withValue?: boolean;
};

/** The Wi-Fi signal of a board as four bars. */
export function SignalBars({ rssi, withValue = false }: SignalBarsProps) {
  if (rssi === null) return null;
  const figure = `${rssi < 0 ? '−' : ''}${Math.abs(rssi)} dBm`;
  return (
    <span className={`signal signal-${signalLevel(rssi)}`} title={withValue ? undefined : t`Wi-Fi signal ${figure}`}>
      <span className="signal-bars" aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </span>
      <span className={withValue ? undefined : 'sr-only'}>
        <span className="sr-only">{t`Wi-Fi signal`} </span>
        {figure}
      </span>
    </span>
  );
}
