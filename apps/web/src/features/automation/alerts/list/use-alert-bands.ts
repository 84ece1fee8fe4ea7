import { useQueries } from '@tanstack/react-query';
import type { UseBands } from '../../../telemetry/history/index.ts';
import { bandOf, bandsQuery } from './alert-bands.ts';

/** The newest alerts of devices as bands over a chart; `isCut`: one of the devices has more. */
export const useAlertBands: UseBands = (espids, span) => {
  const responses = useQueries({ queries: espids.map((espid) => bandsQuery(espid, span)) });
  const lists = responses.flatMap(({ data }) => data ?? []);
  const until = 'to' in span ? Math.ceil(span.to) : undefined;
  return {
    bands: lists.flatMap(({ alerts }) => alerts.map((alert) => bandOf(alert, until))),
    isCut: lists.some(({ more }) => more),
  };
};
