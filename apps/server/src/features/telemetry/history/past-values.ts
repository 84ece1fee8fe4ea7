import type { ValuesAt } from '@cyno/contract';
import type { TelemetrySource } from './telemetry-source.ts';
import { wantedVariables } from './wanted-variables.ts';

/** Boards send most variables with each message; what they send more seldom than this is not looked for. */
const maxMessagesRead = 200;

/** The newest value of each variable at or before an instant. */
export async function readPastValues(
  { repository, registry }: TelemetrySource,
  deviceId: number,
  at: number,
): Promise<ValuesAt> {
  const variables = wantedVariables(registry.find(deviceId), undefined);
  const { times, values: columns } = await repository.newest({ deviceId, at }, variables, maxMessagesRead);
  const values: ValuesAt['values'] = {};
  for (const [index, { key }] of variables.entries()) {
    const place = columns[index]?.findIndex((value) => value !== null) ?? -1;
    const value = columns[index]?.[place] ?? null;
    if (value !== null) values[key] = { value, at: Number(times[place]) };
  }
  return { values };
}
