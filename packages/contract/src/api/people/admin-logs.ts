import {
  logDownload,
  logDownloadQuery,
  logFiles,
  logMatches,
  logMatchesQuery,
  logWindow,
  logWindowQuery,
} from '../../people/admin-logs.ts';
import { token43 } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { logFileParams } from '../params.ts';

const file = 'cyno.2026-11-01.1.log';
const params = { file };
const counts = { lines: 2, warnings: 1, errors: 0 };
const state = { ...counts, id: 'f1', bytes: 310, growing: true, counted: 1, sources: ['http'] };
const text = '{"level":40,"time":1793512800000,"part":"http","msg":"A request took long"}';
const line = { line: 1, text, cut: false };
const noFile = { '404 not_found': 'There is no log file of this name; old files are removed.' };
const busy = { '503 unavailable': 'Many are reading the logs now.' };

export const adminLogOperations = {
  'GET /api/admin/logs': {
    summary: 'List the log files of the server',
    schema: { response: { 200: logFiles } },
    example: {
      response: {
        today: '2026-11-01',
        now: 1793512800000,
        files: [
          { name: file, day: '2026-11-01', startsAt: 1793491200000, number: 1, bytes: 310, growing: true, counts },
        ],
      },
    },
  },
  'GET /api/admin/logs/:file': {
    summary: 'Read lines of a log file',
    errors: { ...noFile, ...busy },
    schema: { params: logFileParams, querystring: logWindowQuery, response: { 200: logWindow } },
    example: { params, query: { from: 1, count: 1 }, response: { state, lines: [line] } },
  },
  'GET /api/admin/logs/:file/matches': {
    summary: 'Search a log file',
    description: 'Searches for a moment only: send `next` as `before` to continue.',
    errors: { ...noFile, ...busy },
    schema: { params: logFileParams, querystring: logMatchesQuery, response: { 200: logMatches } },
    example: {
      params,
      query: { level: 'warn', limit: 1 },
      response: { state, matches: [line], next: null, searched: 1 },
    },
  },
  'POST /api/admin/logs/:file/download': {
    summary: 'Create a link to download a log file',
    description: 'The link works once, within a minute.',
    errors: noFile,
    schema: { params: logFileParams, response: { 200: logDownload } },
    example: { params, response: { path: `/api/admin/logs/${file}/download?ticket=${token43}` } },
  },
  'GET /api/admin/logs/:file/download': {
    summary: 'Download a log file',
    description: 'The response is plain text, one entry a line.',
    errors: { '403 forbidden': 'The link was used, is too old, or is not of an administrator.', ...noFile },
    schema: { params: logFileParams, querystring: logDownloadQuery },
    example: { params, query: { ticket: token43 } },
  },
} satisfies Operations;
