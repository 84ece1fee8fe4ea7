import { z } from 'zod';
import {
  activeDevicesRequest,
  adminPlanRequest,
  checkoutRequest,
  planResponse,
  planState,
  redirectResponse,
} from '../../people/billing.ts';
import { dayMs, espid, morning } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { idParams } from '../params.ts';

const limits = {
  devices: 10,
  storedIntervalMs: 5000,
  rawDays: 30,
  rollupDays: 365,
  automationsPerDevice: 20,
  peoplePerDevice: 5,
};
const state = {
  plan: 'maker',
  source: 'manual',
  status: 'active',
  since: morning - 30 * dayMs,
  periodEnd: null,
  graceUntil: null,
  cancelAtPeriodEnd: false,
  paidWith: null,
};
const plan = {
  billing: 'manual',
  current: state,
  limits,
  use: [{ limit: 'devices', used: 2, allowed: 10, where: null }],
  countedAt: morning,
  plans: [{ id: 'maker', name: 'Maker', limits, priceMinor: 9900, currency: 'thb' }],
  invoices: [],
  paused: [],
};
const notSold = { '400 not_configured': 'Plans are not sold on this server.' };
const stripeAway = {
  '429 rate_limited': 'Too many calls of this account.',
  '503 unavailable': 'Stripe does not answer at the moment.',
};

export const billingOperations = {
  'GET /api/plan': {
    summary: 'Get your plan and what you use of it',
    description: 'An access token gets no invoices.',
    schema: { response: { 200: planResponse } },
    example: { response: plan },
  },
  'POST /api/plan/active-devices': {
    summary: 'Choose which devices stay active',
    description: 'All other devices are paused while the plan has no room for them.',
    errors: {
      '400 bad_request': 'The plan has room for all your devices, or for fewer than the body names.',
      '404 not_found': 'You have no device with one of these ids.',
    },
    schema: { body: activeDevicesRequest, response: { 200: planResponse } },
    example: { body: { espids: [espid] }, response: plan },
  },
  'POST /api/plan/checkout': {
    summary: 'Start to pay for a plan',
    description: 'Send the browser to `url`, a page of Stripe.',
    errors: { ...notSold, '409 conflict': 'You pay for a plan already.', ...stripeAway },
    schema: { body: checkoutRequest, response: { 200: redirectResponse } },
    example: { body: { plan: 'maker', method: 'card' }, response: { url: 'https://checkout.example.com/EXAMPLE' } },
  },
  'POST /api/plan/portal': {
    summary: 'Open the page where you manage your payment',
    description: 'Send the browser to `url`, a page of Stripe.',
    errors: { ...notSold, '409 conflict': 'You have not paid for a plan yet.', ...stripeAway },
    schema: { response: { 200: redirectResponse } },
    example: { response: { url: 'https://billing.example.com/EXAMPLE' } },
  },
  'POST /api/plan/stripe-webhook': {
    summary: 'Receive an event of Stripe',
    description: 'For Stripe only: the header `Stripe-Signature` signs the body.',
    errors: { ...notSold, '400 bad_request': 'The body is no event, or its signature is wrong.' },
    schema: { response: { 200: z.object({ received: z.literal(true) }) } },
    example: { response: { received: true } },
  },
  'POST /api/admin/users/:id/plan': {
    summary: 'Give somebody a plan',
    errors: {
      '400 not_configured': 'This server has no plans.',
      '404 not_found': 'There is no such account.',
      '409 conflict': 'The account pays for its plan.',
    },
    schema: { params: idParams, body: adminPlanRequest, response: { 200: planState } },
    example: { params: { id: 12 }, body: { plan: 'maker', until: null }, response: state },
  },
} satisfies Operations;
