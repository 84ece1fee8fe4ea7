import type { DeviceLogLine, DeviceLogQuery } from '@cyno/contract';
import { deviceLogTextIn } from '@cyno/contract/device-log-texts';

const perRead = 500;

/**
 * The newest lines with what is searched in their text, as it is stored or in the language of the query; the database has only the first.
 * `read` reads lines without a search; a device has so few that all can be read.
 */
export async function searchLines(
  read: (query: DeviceLogQuery) => Promise<DeviceLogLine[]>,
  { search = '', ...query }: DeviceLogQuery,
): Promise<DeviceLogLine[]> {
  const wanted = search.toLowerCase();
  const matches = (line: DeviceLogLine) =>
    [line.text, deviceLogTextIn(line, query.language)].some((text) => text.toLowerCase().includes(wanted));
  const found: DeviceLogLine[] = [];
  for (let { before } = query; found.length < query.limit; ) {
    const lines = await read({ ...query, before, limit: perRead });
    found.push(...lines.filter(matches));
    before = lines.at(-1)?.id;
    if (lines.length < perRead) break;
  }
  return found.slice(0, query.limit);
}
