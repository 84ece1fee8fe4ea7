import { homeTrust } from '../../people/home-trust.ts';
import { dayMs, morning } from '../farm.ts';
import type { Operations } from '../operation.ts';

const noRoot = { '404 not_found': 'This server has no authority of its own: HTTPS is not `local`.' };

export const homeTrustOperations = {
  'GET /api/trust': {
    summary: 'Get how to reach the server with encryption',
    description: 'What the page `/trust` shows to people whose device does not trust the server yet.',
    schema: { response: { 200: homeTrust } },
    example: {
      response: {
        root: { name: 'Cyno on farm-pi', fingerprint: '5B:1F:…:9A', endsAt: morning + 3_652 * dayMs },
        addresses: ['https://cyno.local', 'https://192.168.1.5'],
      },
    },
  },
  'GET /api/trust/root.crt': {
    summary: 'Download the root certificate',
    description: 'The response is a PEM file, for Android, Windows, macOS, Linux and Firefox.',
    errors: noRoot,
    schema: {},
    example: {},
  },
  'GET /api/trust/root.mobileconfig': {
    summary: 'Download the root certificate as a profile',
    description: 'The response is a configuration profile, for iPhone and iPad.',
    errors: noRoot,
    schema: {},
    example: {},
  },
} satisfies Operations;
