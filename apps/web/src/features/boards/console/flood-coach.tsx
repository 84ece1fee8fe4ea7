import type { DeviceVariable } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { IconGauge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { planQuery } from '../../people/billing/index.ts';
import { computedQuery } from '../device-settings/index.ts';
import type { SeenDevice } from '../devices/index.ts';

/** A board's clock and the network shift messages a little. */
const tolerance = 0.8;

/** The variable that its board sends most often, if that is more often than the plan stores; none of those that are computed. */
export function tooFast(
  variables: readonly DeviceVariable[],
  computed: readonly { key: string }[],
  storedIntervalMs: number,
): { key: string; intervalMs: number } | null {
  const fastest = variables
    .filter(({ key }) => !computed.some((one) => one.key === key))
    .flatMap(({ key, intervalMs }) => (intervalMs === null ? [] : [{ key, intervalMs }]))
    .sort((a, b) => a.intervalMs - b.intervalMs)[0];
  return fastest && fastest.intervalMs < storedIntervalMs * tolerance ? fastest : null;
}

/** `5 s`, `0.5 s`; what comes ten times a second and more often as `80 ms`. */
const formatInterval = (ms: number) =>
  ms < 100 ? t`${{ milliseconds: Math.max(1, Math.round(ms)) }} ms` : t`${{ seconds: Math.round(ms / 100) / 10 }} s`;

/** Shows its owner which variable a board sends faster than it is stored, and what to set in the sketch. */
export function FloodCoach({ device }: { device: SeenDevice }) {
  const limits = useQuery({ ...planQuery, enabled: !device.owner }).data?.limits;
  const computed = useQuery({ ...computedQuery(device.espid), enabled: !device.owner }).data?.variables;
  const found =
    limits && computed && device.online ? tooFast(device.variables, computed, limits.storedIntervalMs) : null;
  if (!limits || !found) return null;
  const { key, intervalMs } = found;
  const { storedIntervalMs } = limits;
  return (
    <p className="flood-coach" role="status">
      <Icon of={IconGauge} />
      <span>
        <Trans>
          <b className="mono">{key}</b> arrives every {{ interval: formatInterval(intervalMs) }}, but your plan stores
          one value every {{ storedInterval: formatInterval(storedIntervalMs) }}. To store every value, call{' '}
          <code>update()</code> every {storedIntervalMs} ms in the sketch.
        </Trans>
      </span>
    </p>
  );
}
