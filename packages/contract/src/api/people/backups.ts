import { messageResponse } from '../../people/accounts.ts';
import {
  backupDownload,
  backupDownloadQuery,
  backupParams,
  backups,
  restoreOpen,
  restoreOpened,
  restorePieceQuery,
  restorePieceReceived,
  restoreRequest,
  restoreState,
} from '../../people/backups.ts';
import { morning, token43 } from '../farm.ts';
import type { Operations } from '../operation.ts';

const file = 'cyno-20260601T023000Z.tar.zst';
const params = { file };
const token = { '403 forbidden': 'The token is missing, was replaced by a newer one, or the server has accounts.' };
const noBackup = { '404 not_found': 'There is no backup of that name.' };

export const backupOperations = {
  'GET /api/admin/backups': {
    summary: 'List the backups',
    description:
      'Each says whether it was restored and compared with the database. Also the schedule, and what is running.',
    schema: { response: { 200: backups } },
    example: {
      response: {
        target: '/mnt/backup',
        unreachable: null,
        pointInTime: { days: 3, since: morning },
        every: 'day',
        at: '02:30',
        nextAt: morning,
        keep: { days: 7, weeks: 4, months: 6 },
        encrypted: false,
        running: null,
        lastRun: { startedAt: morning, endedAt: morning, failure: null },
        backups: [
          {
            file,
            bytes: 48_000_000,
            at: morning,
            kind: 'planned',
            encrypted: false,
            version: '0.2.0',
            tookMs: 9_000,
            checked: { at: morning, tables: 77, rows: 812_000, tookMs: 14_000 },
            unchecked: null,
          },
        ],
      },
    },
  },
  'POST /api/admin/backups': {
    summary: 'Make a backup now',
    description: 'It runs beside the server, is restored and compared; the list shows its progress.',
    errors: { '409 conflict': 'A backup is already running.' },
    schema: { response: { 202: messageResponse } },
    example: { response: { message: 'The backup has begun.' } },
  },
  'POST /api/admin/backups/:file/download': {
    summary: 'Create a link to download a backup',
    description:
      'The link works once, within a minute. A backup holds the data of everybody, so a recent proof is needed.',
    errors: noBackup,
    schema: { params: backupParams, response: { 200: backupDownload } },
    example: { params, response: { path: `/api/admin/backups/${file}/download?ticket=${token43}` } },
  },
  'GET /api/admin/backups/:file/download': {
    summary: 'Download a backup',
    description: 'The response is the archive as it is stored.',
    errors: { '403 forbidden': 'The link was used, is too old, or is not of an administrator.', ...noBackup },
    schema: { params: backupParams, querystring: backupDownloadQuery },
    example: { params, query: { ticket: token43 } },
  },
  'POST /api/setup/restore/open': {
    summary: 'Begin to restore a backup on a new server',
    description:
      'Only with the set-up code, and only while there is no account. The response has a token for the other calls below `/api/setup/restore`, and the archives that lie in the directory of backups.',
    errors: {
      '403 wrong_setup_code': 'The set-up code is wrong, or was used.',
      '409 conflict': 'The server has a PostgreSQL of its operator, into which the command `restore` restores.',
      '429 rate_limited': 'Too many tries from this network.',
    },
    schema: { body: restoreOpen, response: { 200: restoreOpened } },
    example: {
      body: { setupCode: 'AAAA-BBBB-CCCC-DDDD-EEEE' },
      response: {
        token: token43,
        target: '/mnt/backup',
        archives: [{ file, bytes: 48_000_000, encrypted: false }],
      },
    },
  },
  'PUT /api/setup/restore/archive': {
    summary: 'Send a piece of a backup to restore',
    description:
      'The bytes from `offset` on are the body, of type `application/octet-stream`, at most 4 MB; `bytes` is the size of the whole archive. Offset 0 starts over.',
    errors: {
      ...token,
      '400 bad_request': 'The body is no piece of the archive.',
      '409 conflict': 'The piece does not follow the one before, there is too little space, or a restore runs.',
      '413 too_large': 'A piece may have 4 MB.',
    },
    schema: { querystring: restorePieceQuery, response: { 200: restorePieceReceived } },
    example: { query: { offset: 0, bytes: 48_000_000 }, response: { received: 4_194_304 } },
  },
  'POST /api/setup/restore': {
    summary: 'Restore a backup on a new server',
    description:
      'It is unpacked beside the data of now and compared; then the server starts again with it. A wrong passphrase, a damaged archive or one of a newer version change nothing: `GET /api/setup/restore` has the reason.',
    errors: {
      ...token,
      '400 bad_request': 'The archive has not come whole.',
      '409 conflict': 'A restore runs already.',
      ...noBackup,
    },
    schema: { body: restoreRequest, response: { 202: messageResponse } },
    example: { body: { file, passphrase: null }, response: { message: 'The restore has begun.' } },
  },
  'GET /api/setup/restore': {
    summary: 'Follow a restore on a new server',
    errors: token,
    schema: { response: { 200: restoreState } },
    example: { response: { running: { progress: { phase: 'comparing', done: 40, all: 77 } }, failure: null } },
  },
} satisfies Operations;
