import { useQueries } from '@tanstack/react-query';
import { useSeenDevices } from '../../../boards/devices/index.ts';
import type { UseBands } from '../../../telemetry/history/index.ts';
import { bandOf, bandsQuery } from './alert-bands.ts';
import { limitLines, limitsQuery } from './alert-limits.ts';

/** The newest alerts of devices as bands over a chart, and where their variables alert; `isCut`: one of the devices has more. */
export const useAlertBands: UseBands = (espids, span) => {
  const responses = useQueries({ queries: espids.map((espid) => bandsQuery(espid, span)) });
  const limits = useQueries({ queries: espids.map(limitsQuery) });
  const devices = useSeenDevices();
  const lists = responses.flatMap(({ data }) => data ?? []);
  const until = 'to' in span ? Math.ceil(span.to) : undefined;
  return {
    bands: lists.flatMap(({ alerts }) => alerts.map((alert) => bandOf(alert, until))),
    isCut: lists.some(({ more }) => more),
    limits: espids.flatMap((espid, index) => {
      const variables = devices.find((device) => device.espid === espid)?.variables;
      const unitOf = (key: string) => variables?.find((variable) => variable.key === key)?.unit;
      return limitLines(espid, limits[index]?.data?.limits ?? [], unitOf);
    }),
  };
};
