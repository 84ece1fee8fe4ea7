import { messageResponse } from '../../people/accounts.ts';
import { backupDownload, backupDownloadQuery, backupParams, backups } from '../../people/backups.ts';
import { morning, token43 } from '../farm.ts';
import type { Operations } from '../operation.ts';

const file = 'cyno-20260601T023000Z.tar.zst';
const params = { file };
const noBackup = { '404 not_found': 'There is no backup of that name.' };

export const backupOperations = {
  'GET /api/admin/backups': {
    summary: 'List the backups',
    description:
      'Each says whether it was restored and compared with the database. Also the plan, and what is being made.',
    schema: { response: { 200: backups } },
    example: {
      response: {
        target: '/mnt/backup',
        unreachable: null,
        every: 'day',
        at: '02:30',
        nextAt: morning,
        keep: { days: 7, weeks: 4, months: 6 },
        encrypted: false,
        running: null,
        lastRun: { startedAt: morning, endedAt: morning, error: null },
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
    description: 'It is made beside the server, restored and compared; the list shows how far it is.',
    errors: { '409 conflict': 'A backup is being made already.' },
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
} satisfies Operations;
