import { roughly } from '../../automation/alert-texts/en.ts';
import type { ServerProblemTexts, StoreFailure } from './server-problem.ts';
import { sizeAbove, sizeText } from './size-text.ts';

const freeSpace = 'Free some space, or move the data to a larger disk.';
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

const certificates = {
  mqtt: 'certificate of the MQTT port',
  web: 'certificate of the web server',
  root: 'root certificate of the home network',
};
const newRoot =
  'Move tls/local/root.pem of the data folder away, restart the server, and install the new root on each device from the page /trust.';

const count = (value: number, one: string, other: string): string =>
  `${value.toLocaleString('en-US')} ${value === 1 ? one : other}`;

/** The sentences of problems of the server in English. */
export const serverProblemTextsEn: ServerProblemTexts = {
  backup_failed: () => ({
    title: 'The last backup was not made',
    advice: 'The Backups page says why. Fix it, then press “Back up now” there.',
  }),
  backup_late: () => ({
    title: 'The planned backup is more than two hours late',
    advice: 'Begin one on the Backups page, and look into the log.',
  }),
  certificate_expiring: ({ certificate, days, renews }) => ({
    title: `The ${certificates[certificate]} ends in ${count(days, 'day', 'days')}`,
    advice:
      certificate === 'root'
        ? newRoot
        : renews
          ? 'The server could not renew it by itself so far; the log says why.'
          : 'Put a new one in its place, and restart the server.',
  }),
  certificate_refused: ({ name, held }) => ({
    title: held ? `The certificate for ${name} could not be renewed` : `There is no certificate for ${name}`,
    advice: 'The System page shows why, and when the server tries again.',
  }),
  certificate_expired: ({ certificate }) => ({
    title: `The ${certificates[certificate]} has ended`,
    advice:
      certificate === 'root'
        ? newRoot
        : 'What checks certificates does not connect any more. Put a new one in its place, and restart the server.',
  }),
  check_failed: ({ part }) => ({
    title: `A part of the server could not be checked (${part})`,
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
  clock_not_trusted: ({ ms, hours }) => ({
    title: `The clock of this machine is ${roughly(ms)} ahead of when the server last ran`,
    advice: `If the time is wrong, set it; otherwise nothing needs to be done. Nothing is removed because of its age until the server has run for ${hours === 1 ? 'another hour' : `another ${hours} hours`}.`,
  }),
  database_slow: ({ ms }) => ({
    title: `The database is slow: a small query takes ${Math.round(ms)} ms`,
    advice:
      'When it gets slower, messages wait on the disk. Look at what else uses the disk and the processor, and whether the disk has errors.',
  }),
  disk_filling: ({ disk, percent, freeBytes }) => ({
    title: `The disk of the ${disk} is ${percent} % full: ${sizeText(freeBytes)} are free`,
    advice: freeSpace,
  }),
  disk_full: ({ disk, freeBytes }) => ({
    title: `The disk of the ${disk} is full: ${sizeText(freeBytes)} are free`,
    advice: freeSpace,
  }),
  disk_full_soon: ({ disk, days, freeBytes }) => ({
    title: `The disk of the ${disk} will be full in about ${count(days, 'day', 'days')}: ${sizeText(freeBytes)} are free`,
    advice: 'The System page shows what grows. Store history for a shorter time, or move the data to a larger disk.',
  }),
  future_messages: ({ count }) => ({
    title: `${count === 1 ? 'One stored message is' : `${count.toLocaleString('en-US')} stored messages are`} dated later than now`,
    advice: 'The clock of this machine was ahead. An administrator can remove them.',
  }),
  history_damaged: ({ count }) => ({
    title: `${count === 1 ? 'An hour of a device is' : `${count.toLocaleString('en-US')} hours of devices are`} damaged in the stored history`,
    advice:
      'Charts and exports leave out its single values; averages and extremes are still there. The server log names the device and the hour. Check the disk, and restore a backup that is older than the damage.',
  }),
  job_failed: ({ job }) => ({
    title: `The background job ${job} failed`,
    advice: 'The System page shows why, and can run it again. Until it succeeds, what it does is left undone.',
  }),
  loop_slow: ({ minutes }) => ({
    title: `The server has responded late for ${count(minutes, 'minute', 'minutes')}`,
    advice:
      'Look in the logs for an account or an address that the server refuses again and again. If there is none, the server needs a faster processor.',
  }),
  memory_growing: ({ bytes, grownBytes, hours }) => ({
    title: `The server uses ${sizeText(bytes)} of memory, ${sizeText(grownBytes)} more than ${count(hours, 'hour', 'hours')} ago, and it never fell`,
    advice: 'Restart the server at a quiet time, and report it with a support bundle from the System page.',
  }),
  memory_short: ({ bytes, limitBytes }) => ({
    title: `The server uses ${sizeText(bytes)} of the ${sizeText(limitBytes)} of memory that it may have`,
    advice: 'It ends when there is no more. Restart it, or raise the limit with NODE_OPTIONS=--max-old-space-size.',
  }),
  messages_lost: ({ count: lost }) => ({
    title: `${count(lost, 'message of boards was', 'messages of boards were')} lost or not acknowledged in the last 15 minutes`,
    advice: 'More came than could be stored. The System page shows which queue is full; the log says why.',
  }),
  nats_away: () => ({
    title: 'NATS cannot be reached',
    advice:
      'Boards and pages that are connected to the other servers are cut off; those of this server notice nothing. Start NATS, or check NATS_URL.',
  }),
  replica_away: () => ({
    title: 'The replica of the database is not used',
    advice:
      'History is read from the primary, which has less time for storing. The log says why: the replica cannot be reached, is behind, or follows another database.',
  }),
  server_clock_off: ({ server, ms }) => ({
    title: `The clock of ${server} is ${roughly(Math.abs(ms))} ${ms < 0 ? 'behind' : 'ahead'}`,
    advice: `Timers would run at the wrong time if it took over. ${setByTimeServer}`,
  }),
  server_not_linked: ({ server }) => ({
    title: `Server ${server} is on standby and not linked to this one`,
    advice: `Boards and pages that connect to ${server} are not served. Check that it has the same NATS_URL and can reach NATS; its page /readyz shows why it is not linked.`,
  }),
  not_checked: () => ({
    title: 'The server could not be checked in time',
    advice: 'It is very busy, or the database does not answer.',
  }),
  spool_backlog: ({ bytes }) => ({
    title: `About ${sizeAbove(bytes)} of messages wait on the disk and are being stored`,
    advice: 'Nothing is lost; history is behind.',
  }),
  spool_filling: ({ bytes, percent }) => ({
    title: `The disk spool is ${percent} % full: ${sizeAbove(bytes)} of messages wait for the database`,
    advice:
      'When it is full, boards get no acknowledgement. Look at the database: it is away, or slower than messages come.',
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
