import { roughly } from '../../automation/alert-texts/en.ts';
import type { ServerProblemTexts, StoreFailure } from './server-problem.ts';
import { sizeAbove, sizeText } from './size-text.ts';

const makeRoom = 'Free some space, or move the data to a larger disk.';
const setByTimeServer = 'Check that it is set by a time server.';

const failures: Readonly<Record<StoreFailure, string>> = {
  disk_full: 'Nothing can be stored: the disk is full',
  read_only: 'Nothing can be stored: the database is read-only',
  busy: 'Nothing can be stored: the database has no connection left',
  refused: 'Nothing can be stored: the database does not accept the login of the server',
  no_right: 'Nothing can be stored: the database user has lost the right to write',
  away: 'Nothing can be stored: the database cannot be reached',
  silent: 'Nothing can be stored: the database does not answer',
  unknown: 'Nothing can be stored: the database refuses it, and the log says why',
};

/** The sentences of problems of the server in English. */
export const serverProblemTextsEn: ServerProblemTexts = {
  check_failed: ({ part }) => ({
    title: `What is wrong with a part of the server could not be found out (${part})`,
    advice: 'The log says why.',
  }),
  clock_ahead: ({ ms }) => ({
    title: `The clock of this machine jumped ahead by ${roughly(ms)}, unless it was asleep`,
    advice: setByTimeServer,
  }),
  clock_back: ({ ms }) => ({
    title: `The clock of this machine jumped back by ${roughly(ms)}`,
    advice: setByTimeServer,
  }),
  disk_filling: ({ disk, percent, freeBytes }) => ({
    title: `The disk of the ${disk} is ${percent} % full: ${sizeText(freeBytes)} are free`,
    advice: makeRoom,
  }),
  disk_full: ({ disk, freeBytes }) => ({
    title: `The disk of the ${disk} is full: ${sizeText(freeBytes)} are free`,
    advice: makeRoom,
  }),
  future_messages: ({ count }) => ({
    title: `${count === 1 ? 'One stored message is' : `${count.toLocaleString('en-US')} stored messages are`} dated later than now`,
    advice: 'The clock of this machine was ahead. An administrator can remove them.',
  }),
  not_checked: () => ({
    title: 'What is wrong with the server could not be found out in time',
    advice: 'It is very busy, or the database does not answer.',
  }),
  spool_backlog: ({ bytes }) => ({
    title: `About ${sizeAbove(bytes)} of messages wait on the disk and are being stored`,
    advice: 'Nothing is lost; history is behind.',
  }),
  spool_unreadable: ({ count }) => ({
    title: `${count === 1 ? 'A file' : `${count} files`} of messages that waited for the database could not be read`,
    advice: 'What was in there is missing from the history.',
  }),
  storage_failing: ({ cause, spooled }) => ({
    title: failures[cause],
    advice: `${cause === 'disk_full' ? 'Free some space. ' : ''}${spooled ? 'What boards send is kept on the disk meanwhile.' : 'Boards get no acknowledgement.'}`,
  }),
};
