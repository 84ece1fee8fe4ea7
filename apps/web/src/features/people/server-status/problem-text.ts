import type { ServerProblem, ServerProblemValues, StoreFailure } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { formatBytes, formatDuration } from '../../../lib/format/format.ts';
import { diskName } from './disk-name.ts';

type Texts = { [Reason in keyof ServerProblemValues]: (values: ServerProblemValues[Reason]) => string };

/** What is wrong with the server and what to do, in the language of the reader. */
export function problemText({ reason, values, text }: ServerProblem): string {
  if (!Object.hasOwn(texts, reason)) return text;
  return (texts as unknown as Record<string, (values: ServerProblem['values']) => string>)[reason]?.(values) ?? text;
}

const texts: Texts = {
  clock_ahead: ({ ms }) =>
    t`The clock of this machine jumped ahead by ${{ duration: formatDuration(ms) }}, unless it was asleep. Check that a time server sets it.`,
  clock_back: ({ ms }) =>
    t`The clock of this machine jumped back by ${{ duration: formatDuration(ms) }}. Check that a time server sets it.`,
  disk_filling: ({ disk, percent, freeBytes }) =>
    t`The disk of the ${{ disk: diskName(disk) }} is ${percent} % full, ${{ free: formatBytes(freeBytes) }} free. Free some space, or move the data to a larger disk.`,
  disk_full: ({ disk, freeBytes }) =>
    t`The disk of the ${{ disk: diskName(disk) }} is full, ${{ free: formatBytes(freeBytes) }} free. Free some space, or move the data to a larger disk.`,
  future_messages: ({ count }) =>
    plural(count, {
      one: '# stored message is dated in the future, because the clock of this machine was ahead. An administrator can remove it.',
      other:
        '# stored messages are dated in the future, because the clock of this machine was ahead. An administrator can remove them.',
    }),
  not_checked: () => t`The storage could not be checked in time.`,
  spool_backlog: ({ bytes }) =>
    t`About ${{ size: formatBytes(bytes) }} of messages wait on the disk and are being stored. Nothing is lost; history is behind.`,
  spool_unreadable: ({ count }) =>
    plural(count, {
      one: '# file of messages that waited for the database could not be read. Its messages are missing from the history.',
      other:
        '# files of messages that waited for the database could not be read. Their messages are missing from the history.',
    }),
  storage_failing: ({ cause, spooled }) => {
    const failure = failures[cause]();
    return spooled
      ? t`${failure} Meanwhile the messages of boards are stored on the disk.`
      : t`${failure} Boards get no acknowledgement.`;
  },
};

const failures: Readonly<Record<StoreFailure, () => string>> = {
  disk_full: () => t`Nothing can be stored: the disk is full. Free some space.`,
  read_only: () => t`Nothing can be stored: the database is read-only.`,
  busy: () => t`Nothing can be stored: the database has no connection left.`,
  refused: () => t`Nothing can be stored: the database does not accept the login of the server.`,
  no_right: () => t`Nothing can be stored: the database user has lost the right to write.`,
  away: () => t`Nothing can be stored: the database cannot be reached.`,
  silent: () => t`Nothing can be stored: the database does not respond.`,
  unknown: () => t`Nothing can be stored: the database refuses it. See the logs.`,
};
