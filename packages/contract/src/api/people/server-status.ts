import { removeFutureRequest, removeFutureResponse, serverStatus } from '../../people/server-status.ts';
import { morning } from '../farm.ts';
import type { Operations } from '../operation.ts';

export const serverStatusOperations = {
  'GET /api/admin/server': {
    summary: 'Get the status of the server',
    description: 'Its disks, storage and clock, and what is wrong with them.',
    schema: { response: { 200: serverStatus } },
    example: {
      response: {
        now: morning,
        ready: true,
        problems: [],
        disks: [
          {
            name: 'data folder',
            path: '/var/lib/cyno',
            totalBytes: 64_000_000_000,
            freeBytes: 41_000_000_000,
            usedPercent: 36,
            level: 0,
            tooFull: false,
          },
        ],
        storage: {
          storedAt: morning,
          pendingMessages: 0,
          spoolBytes: 0,
          spoolLimitBytes: 1_073_741_824,
          unreadable: [],
          history: {
            packedMessages: 6_307_200,
            packedBytes: 21_000_000,
            rowMessages: 4_320,
            rowBytes: 630_000,
            rollupBytes: 9_000_000,
            refusedHours: 0,
            damagedHours: 0,
          },
        },
        clock: { jumps: [], future: { laterThan: morning, rows: 0, devices: 0, newestAt: null } },
      },
    },
  },
  'POST /api/admin/server/remove-future': {
    summary: 'Remove messages that are dated in the future',
    schema: { body: removeFutureRequest, response: { 200: removeFutureResponse } },
    example: { body: { laterThan: morning }, response: { message: '3 messages removed.', rows: 3 } },
  },
} satisfies Operations;
