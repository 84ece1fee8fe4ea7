import { messageResponse } from '../../people/accounts.ts';
import {
  bundleLink,
  bundleQuery,
  drainRequest,
  jobParams,
  serverParams,
  systemReport,
  systemSamples,
} from '../../people/system.ts';
import { morning, token43 } from '../farm.ts';
import type { Operations } from '../operation.ts';

export const systemOperations = {
  'GET /api/admin/system': {
    summary: 'Get the figures of the server',
    description: 'Versions, memory, database, what takes space, queues, jobs, certificates, and warnings of the log.',
    schema: { response: { 200: systemReport } },
    example: {
      response: {
        now: morning,
        version: '0.1.0',
        newerVersion: '0.2.0',
        nodeVersion: 'v24.1.0',
        platform: 'linux arm64',
        processors: 4,
        startedAt: morning - 86_400_000,
        memory: { usedBytes: 210e6, heapBytes: 90e6, heapLimitBytes: 2e9, machineBytes: 4e9 },
        database: {
          version: '18.4',
          isEmbedded: true,
          sizeBytes: 480e6,
          connections: 9,
          maxConnections: 100,
          latencyMs: 0.6,
          slowQueries: 0,
          oldestTransactionMs: null,
        },
        boards: 12,
        servers: [],
        sizes: [{ what: 'telemetry', bytes: 410e6, dayBytes: 5e6 }],
        disksFullIn: [{ disk: 'data folder', days: null }],
        queues: [{ name: 'messages', used: 0, limit: 50_000 }],
        jobs: [{ name: 'telemetry.tidy', cron: '17 3 * * *', state: 'done', at: morning, ms: 800, error: null }],
        certificates: [
          {
            name: 'mqtt',
            subject: 'Cyno',
            issuer: 'Cyno',
            expiresAt: morning + 900 * 86_400_000,
            isSelfSigned: true,
            renewsItself: false,
            names: ['localhost', '127.0.0.1'],
            startsAt: morning - 100 * 86_400_000,
            renewsAt: null,
            failure: null,
          },
        ],
        errors: [],
      },
    },
  },
  'GET /api/admin/system/samples': {
    summary: 'Get the figures of the last day',
    description: 'One sample a minute. What could not be measured is null.',
    schema: { response: { 200: systemSamples } },
    example: {
      response: {
        samples: [
          {
            at: morning,
            received: 120,
            stored: 120,
            lost: 0,
            delayMs: 2.1,
            memoryBytes: 210e6,
            databaseMs: 0.6,
            databaseBytes: 480e6,
            spoolBytes: 0,
            diskFreeBytes: 41e9,
            boards: 12,
          },
        ],
      },
    },
  },
  'POST /api/admin/system/jobs/:name/run': {
    summary: 'Run a background job now',
    description: 'A job that is running already is not started twice.',
    errors: { '404 not_found': 'There is no such job.' },
    schema: { params: jobParams, response: { 202: messageResponse } },
    example: { params: { name: 'telemetry.tidy' }, response: { message: 'The job starts within a moment.' } },
  },
  'POST /api/admin/system/hand-over': {
    summary: 'Let another server take over',
    description: 'Of several servers that share the database, this one ends its work and one on standby serves.',
    errors: { '409 conflict': 'No other server is on standby.' },
    schema: { response: { 202: messageResponse } },
    example: { response: { message: 'Another server takes over within seconds.' } },
  },
  'POST /api/admin/system/servers/:name/drain': {
    summary: 'Drain a server for maintenance',
    description:
      'Of several servers with NATS between them, one on standby sends its boards and pages to the others and takes none, until it is requested with `false`.',
    errors: {
      '404 not_found': 'There is no link to a server of this name.',
      '409 conflict': 'It is the one that serves.',
    },
    schema: { params: serverParams, body: drainRequest, response: { 202: messageResponse } },
    example: {
      params: { name: 'barn-2' },
      body: { drained: true },
      response: { message: 'Its boards and pages move to the other servers.' },
    },
  },
  'POST /api/admin/system/bundle': {
    summary: 'Create a link to download a support bundle',
    description:
      'A zip file for support: versions, settings and lines of the log without secrets and addresses, figures, problems. The link works once, within a minute.',
    schema: { response: { 200: bundleLink } },
    example: { response: { path: `/api/admin/system/bundle?ticket=${token43}` } },
  },
  'GET /api/admin/system/bundle': {
    summary: 'Download a support bundle',
    description: 'The response is a zip file.',
    errors: { '403 forbidden': 'The link was used, is too old, or is not of an administrator.' },
    schema: { querystring: bundleQuery },
    example: { query: { ticket: token43 } },
  },
} satisfies Operations;
