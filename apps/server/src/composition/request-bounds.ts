import { importPieceBytes } from '@cyno/contract';
import { maxImageBytes } from '../features/boards/firmware/index.ts';
import type { BodyExceptions, ReservedShares } from '../platform/http/index.ts';

const pictures = {
  bytes: 256 * 1024,
  why: 'A dashboard keeps small pictures in itself, of at most 50 KB each, and texts of 4,000 characters.',
};

/** Every route whose bodies may be longer than those of its class, and why. */
export const bodyExceptions: BodyExceptions = {
  'POST /api/dashboards': pictures,
  'PUT /api/dashboards/:id': pictures,
  'PUT /api/device/:espid/dashboard/widgets': pictures,
  'POST /api/device/update-order/': {
    bytes: 800 * 1024,
    why: 'The whole list in its new order: up to 10,000 devices, each with an id of up to 64 characters.',
  },
  'POST /api/device/bulk': { bytes: 80 * 1024, why: 'Up to 1,000 devices, each with an id of up to 64 characters.' },
  'POST /api/firmware/images': { bytes: maxImageBytes, why: 'A firmware image; it is not read as JSON.' },
  'PUT /api/device/:espid/imports/:id/piece': {
    bytes: importPieceBytes,
    why: 'A piece of a file to import; it is not read as JSON.',
  },
  'POST /api/plan/stripe-webhook': {
    bytes: 256 * 1024,
    why: 'An event of Stripe holds the whole invoice or subscription; its signature is checked before it is read.',
  },
};

/** What of an address must not wait for anything else that comes from it: logging in, what boards fetch, and what supervisors request. */
export const reservedShares: ReservedShares = {
  '/api/auth/': 'log-in',
  '/api/ota/': 'boards',
  '/healthz': 'health',
  '/readyz': 'health',
};
