import type { PaidPlanId, Plan } from '@cyno/contract';
import type { Config } from '../../../config.ts';

const year = 365;
const currency = 'thb';

/** The plans where `BILLING` is `manual` or `stripe`, smallest first. Prices are in satang for a month. */
export const planTable: Record<'free' | PaidPlanId, Plan> = {
  free: {
    id: 'free',
    name: 'Free',
    limits: {
      devices: 5,
      storedIntervalMs: 5_000,
      rawDays: 30,
      rollupDays: year,
      automationsPerDevice: 5,
      peoplePerDevice: 2,
    },
    priceMinor: 0,
    currency,
  },
  maker: {
    id: 'maker',
    name: 'Maker',
    limits: {
      devices: 25,
      storedIntervalMs: 1_000,
      rawDays: year,
      rollupDays: 5 * year,
      automationsPerDevice: 20,
      peoplePerDevice: 10,
    },
    priceMinor: 99_00,
    currency,
  },
  pro: {
    id: 'pro',
    name: 'Pro',
    limits: {
      devices: 200,
      storedIntervalMs: 500,
      rawDays: 2 * year,
      rollupDays: 10 * year,
      automationsPerDevice: 100,
      peoplePerDevice: 50,
    },
    priceMinor: 490_00,
    currency,
  },
};

/** Everybody's plan where `BILLING` is `off`: no limit but those that the operator configured. */
export const selfHosted = (own: Pick<Config, 'storedIntervalMs' | 'rawHistoryDays' | 'rollupHistoryDays'>): Plan => ({
  id: 'self_hosted',
  name: 'Self-hosted',
  limits: {
    devices: null,
    storedIntervalMs: own.storedIntervalMs,
    rawDays: own.rawHistoryDays,
    rollupDays: own.rollupHistoryDays,
    automationsPerDevice: null,
    peoplePerDevice: null,
  },
  priceMinor: null,
  currency,
});

/** How many boards may become devices within an hour on a plan that bounds devices, so that nobody fills the tables by adding and deleting. */
export const fewestNewDevicesPerHour = 60;

const dayMs = 24 * 3_600_000;
/** How long a plan continues after a payment failed. */
export const graceMs = 7 * dayMs;
/** How long after a change of plan no history is removed, so that a change back finds all of it. */
export const historyGraceMs = 30 * dayMs;
