import { z } from 'zod';
import { dataExportLink, dataExportResponse } from '../../people/profile.ts';
import { dayMs, morning, token43 } from '../farm.ts';
import type { Operations } from '../operation.ts';

const waiting = { state: 'waiting', percent: 0, bytes: null, createdAt: morning, expiresAt: null };
const noFile = { '404 not_found': 'There is no export to download.' };

export const accountDataOperations = {
  'GET /api/profile/export': {
    summary: 'Get the state of your newest data export',
    description: 'Null when there is none.',
    schema: { response: { 200: dataExportResponse } },
    example: { response: { ...waiting, state: 'done', percent: 100, bytes: 48_210, expiresAt: morning + dayMs } },
  },
  'POST /api/profile/export': {
    summary: 'Export everything that belongs to your account',
    description: 'The file is written in the background; an export that is under way continues.',
    errors: { '429 rate_limited': 'Ten exports were begun within a day.' },
    schema: { response: { 202: dataExportResponse } },
    example: { response: waiting },
  },
  'POST /api/profile/export/link': {
    summary: 'Create a link to download your data export',
    description: 'The link works once, within a minute.',
    errors: noFile,
    schema: { response: { 200: dataExportLink } },
    example: { response: { path: `/api/profile/export/file?ticket=${token43}` } },
  },
  'GET /api/profile/export/file': {
    summary: 'Download a data export',
    description: 'The response is a ZIP file.',
    errors: { '400 link_expired': 'The link was used or is older than a minute.', ...noFile },
    schema: { querystring: z.object({ ticket: z.string().min(1).max(100) }) },
    example: { query: { ticket: token43 } },
  },
} satisfies Operations;
