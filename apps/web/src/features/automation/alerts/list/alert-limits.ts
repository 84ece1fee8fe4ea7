import type { AlertLimit } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import { formatExact } from '../../../../lib/format/format.ts';
import type { DeviceLimit } from '../../../telemetry/history/index.ts';

const freshMs = 300_000;
const tones = { info: 'neutral', warning: 'warning', critical: 'danger' } as const;

/** Where the variables of a device alert; a changed rule fetches it again. */
export const limitsQuery = (espid: string) =>
  queryOptions({
    queryKey: queryKeys.alertLimits(espid),
    queryFn: ({ signal }) => call('GET /api/device/:espid/alert-limits', { params: { espid }, signal }),
    staleTime: freshMs,
  });

/** The limits of a device as thin lines of charts. */
export const limitLines = (
  espid: string,
  limits: readonly AlertLimit[],
  unitOf: (key: string) => string | undefined,
): DeviceLimit[] =>
  limits.map(({ key, comparison, value, severity }) => {
    const figure = `${formatExact(value)} ${unitOf(key) ?? ''}`.trim();
    const word = comparison === '>' ? t`Alert above ${figure}` : t`Alert below ${figure}`;
    return { espid, key, value, tone: tones[severity], word, isThin: true };
  });
