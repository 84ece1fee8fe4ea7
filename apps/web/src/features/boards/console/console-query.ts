import type { DeviceLogKind, DeviceLogLine } from '@cyno/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { currentLanguage } from '../../../lib/language/language.ts';
import { lineText } from './console-lines.ts';

/** What can be chosen to be shown. */
export const lineGroups = [
  { id: 'all', label: msg`All lines`, kinds: null },
  { id: 'text', label: msg`Board output`, kinds: ['debug', 'message'] },
  { id: 'commands', label: msg`Commands and reports`, kinds: ['command', 'act'] },
  {
    id: 'connections',
    label: msg`Connections`,
    kinds: ['connected', 'disconnected', 'refused', 'paired', 'info', 'note'],
  },
  { id: 'refused', label: msg`Refused connections`, kinds: ['refused'] },
  { id: 'problems', label: msg`Problems`, kinds: ['bad_message', 'refused'] },
] as const satisfies readonly { id: string; label: MessageDescriptor; kinds: readonly DeviceLogKind[] | null }[];
export type LineGroup = (typeof lineGroups)[number]['id'];

export type ConsoleFilter = { group: LineGroup; search: string };

const pageLines = 500;

const kindsOf = (group: LineGroup): readonly DeviceLogKind[] | null =>
  lineGroups.find(({ id }) => id === group)?.kinds ?? null;

async function readPage(espid: string, filter: ConsoleFilter, before: number | null, signal?: AbortSignal) {
  const query = {
    limit: pageLines,
    kinds: kindsOf(filter.group)?.join(','),
    search: filter.search || undefined,
    language: currentLanguage(),
    before: before ?? undefined,
  };
  return (await call('GET /api/device/:espid/log', { params: { espid }, query, signal })).lines;
}

/** The lines of a device's event log, some hundred at a time, newest first. */
export const consoleQuery = (espid: string, filter: ConsoleFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.console(espid, filter),
    queryFn: ({ pageParam, signal }) => readPage(espid, filter, pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (page: DeviceLogLine[]) => (page.length < pageLines ? undefined : (page.at(-1)?.id ?? null)),
    // Lines that come meanwhile are pushed; a page that is opened again starts afresh.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** All lines that fit, oldest first, for a file. */
export async function readAll(espid: string, filter: ConsoleFilter): Promise<DeviceLogLine[]> {
  const all: DeviceLogLine[] = [];
  for (let before: number | null = null; ; ) {
    const page: DeviceLogLine[] = await readPage(espid, filter, before);
    all.push(...page);
    before = page.at(-1)?.id ?? null;
    if (page.length < pageLines || before === null) return all.reverse();
  }
}

/** Whether a line that came over the live connection belongs to what is shown. */
export function fits(line: DeviceLogLine, { group, search }: ConsoleFilter): boolean {
  const kinds = kindsOf(group);
  const wanted = search.toLowerCase();
  const isFound = [line.text, lineText(line)].some((text) => text.toLowerCase().includes(wanted));
  return (kinds === null || kinds.includes(line.kind)) && isFound;
}
