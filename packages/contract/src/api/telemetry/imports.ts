import { z } from 'zod';
import {
  importCreated,
  importList,
  importPieceQuery,
  importPieceReceived,
  importPreview,
  importPreviewRequest,
  importRequest,
  importStart,
  importState,
} from '../../telemetry/imports.ts';
import { espid, morning } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { deviceParams, importParams } from '../params.ts';

const id = 'EXAMPLE';
const params = { espid };
const fileParams = { espid, id };
const bytes = 48;
const state = {
  id,
  name: 'soil.csv',
  bytes,
  state: 'done',
  readBytes: bytes,
  added: 2,
  changed: 0,
  present: 0,
  empty: 0,
  refused: 0,
  leftOut: 0,
  reasons: [],
  problem: null,
  canGoOn: false,
};
const waiting = { ...state, state: 'waiting', readBytes: 0, added: 0 };
const layout = { delimiter: ',', header: true, decimal: '.' };
const mapping = {
  time: { column: 0, format: 'iso', zone: 'Asia/Bangkok' },
  columns: [{ column: 1, key: 'soil', kind: 'number' }],
  only: null,
};
const noPlace = { '409 limit_reached': 'The plan has no room for the device, or the device for further variables.' };
const running = { '429 rate_limited': 'Another import of your account is running.' };
const noFile = { '404 not_found': 'There is no such import, or its file was removed.' };

export const importOperations = {
  'POST /api/device/:espid/imports': {
    summary: 'Announce a file to import',
    description: 'Then send its pieces, look at a preview, and start the import.',
    errors: {
      '409 limit_reached': 'The plan has no room for the device.',
      '429 rate_limited': 'Too many files of this account or network are being imported.',
    },
    schema: { params: deviceParams, body: importRequest, response: { 201: importCreated } },
    example: { params, body: { name: 'soil.csv', bytes }, response: { id } },
  },
  'PUT /api/device/:espid/imports/:id/piece': {
    summary: 'Send a piece of a file to import',
    description: 'The bytes from `offset` on are the body, of type `application/octet-stream`, at most 1 MB.',
    errors: {
      '400 bad_request': 'The body is no piece of the announced file, or its import has begun.',
      ...noFile,
      '413 too_large': 'A piece may have 1 MB.',
    },
    schema: { params: importParams, querystring: importPieceQuery, response: { 200: importPieceReceived } },
    example: { params: fileParams, query: { offset: 0 }, response: { received: bytes } },
  },
  'POST /api/device/:espid/imports/:id/preview': {
    summary: 'Preview an import',
    description: 'Without a layout or a mapping the server proposes one.',
    errors: {
      '400 bad_request': 'The file is no table, cannot be read like this, or has not come whole.',
      ...noFile,
      '409 conflict': 'A newer preview of the file takes the place of this one.',
      '429 rate_limited': 'Previews of other files are under way.',
    },
    schema: { params: importParams, body: importPreviewRequest, response: { 200: importPreview } },
    example: {
      params: fileParams,
      body: { layout: null, mapping: null },
      response: {
        layout,
        mapping,
        columns: [
          { name: 'time', samples: ['2026-11-01T06:00:00Z'] },
          { name: 'soil', samples: ['41.5'] },
        ],
        choices: [],
        rows: [{ line: 2, at: morning, values: [41.5], problem: null }],
      },
    },
  },
  'POST /api/device/:espid/imports/:id/start': {
    summary: 'Start an import',
    errors: {
      '400 bad_request': 'The mapping does not fit the file or the variables, or the file has not come whole.',
      ...noFile,
      '409 conflict': 'The import has begun already.',
      ...noPlace,
      ...running,
    },
    schema: { params: importParams, body: importStart, response: { 202: importState } },
    example: {
      params: fileParams,
      body: { layout, mapping, overwrite: false },
      response: { ...waiting, state: 'running' },
    },
  },
  'POST /api/device/:espid/imports/:id/resume': {
    summary: 'Resume an import that stopped',
    errors: { ...noFile, '409 conflict': 'The import cannot continue.', ...noPlace, ...running },
    schema: { params: importParams, response: { 202: importState } },
    example: { params: fileParams, response: { ...waiting, state: 'running' } },
  },
  'GET /api/device/:espid/imports': {
    summary: 'List your imports that run or can continue',
    schema: { params: deviceParams, response: { 200: importList } },
    example: { params, response: { imports: [{ ...waiting, state: 'running' }] } },
  },
  'GET /api/device/:espid/imports/:id': {
    summary: 'Get the state of an import',
    errors: noFile,
    schema: { params: importParams, response: { 200: importState } },
    example: { params: fileParams, response: state },
  },
  'DELETE /api/device/:espid/imports/:id': {
    summary: 'Cancel an import',
    description: 'Values that were stored already stay.',
    errors: noFile,
    schema: { params: importParams, response: { 204: z.null() } },
    example: { params: fileParams },
  },
} satisfies Operations;
