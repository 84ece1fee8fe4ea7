import type { Device } from '@cyno/contract';
import { useEffect, useMemo, useState } from 'react';
import { subscribePoints, useWatch } from '../../../lib/live/live-client.ts';
import { DeviceSeries } from './device-series.ts';

/** The series of a device, fed with its live points and its presence while the component is mounted. */
export function useDeviceSeries(device: Device): DeviceSeries {
  const { espid, online, onlineChangedAt, variables } = device;
  const [series] = useState(() => new DeviceSeries());
  const watched = useMemo(() => [espid], [espid]);
  useWatch(watched);
  useEffect(
    () =>
      subscribePoints((event) => {
        if (event.espid === espid) series.take(event.points);
      }),
    [espid, series],
  );
  useEffect(() => {
    if (onlineChangedAt !== null) series.hearPresence(online, onlineChangedAt);
  }, [series, online, onlineChangedAt]);
  useEffect(() => {
    for (const { key, intervalMs } of variables) series.setInterval(key, intervalMs);
  }, [series, variables]);
  return series;
}
