import { z } from 'zod';

/** The plans that an account can be on; `self_hosted` is everybody's where `BILLING` is off. */
export const planId = z.enum(['free', 'maker', 'pro', 'self_hosted']);
export type PlanId = z.infer<typeof planId>;
/** The plans that somebody can give or buy. */
export const paidPlanId = z.enum(['maker', 'pro']);
export type PaidPlanId = z.infer<typeof paidPlanId>;

/** What a plan allows; null: no limit (days: for ever, or as the operator configured). */
export const planLimits = z.object({
  devices: z.number().int().nullable(),
  storedIntervalMs: z.number().int(),
  rawDays: z.number().int().nullable(),
  rollupDays: z.number().int().nullable(),
  automationsPerDevice: z.number().int().nullable(),
  peoplePerDevice: z.number().int().nullable(),
});
export type PlanLimits = z.infer<typeof planLimits>;

/** `priceMinor` is in the smallest unit of `currency` (ISO 4217, lower case) for a month. */
export const plan = z.object({
  id: planId,
  name: z.string(),
  limits: planLimits,
  priceMinor: z.number().int().nullable(),
  currency: z.string(),
});
export type Plan = z.infer<typeof plan>;

/** What is used of one limit. `where` names the device that uses most of a limit per device. */
export const planUse = z.object({
  limit: z.enum(['devices', 'automationsPerDevice', 'peoplePerDevice', 'rawDays', 'rollupDays']),
  used: z.number(),
  allowed: z.number().nullable(),
  where: z.string().nullable(),
});
export type PlanUse = z.infer<typeof planUse>;

/**
 * How the account came to its plan. Instants in ms since the epoch. `past_due` on the plan `free`: the grace is over, and paying what is
 * open brings the plan back.
 */
export const planState = z.object({
  plan: planId,
  source: z.enum(['default', 'manual', 'stripe']),
  status: z.enum(['active', 'past_due', 'ended']),
  since: z.number().nullable(),
  /** When it ends by itself, or is paid again; null: it does not end. */
  periodEnd: z.number().nullable(),
  /** After a failed payment: until when the plan continues. */
  graceUntil: z.number().nullable(),
  cancelAtPeriodEnd: z.boolean(),
  paidWith: z.string().nullable(),
});
export type PlanState = z.infer<typeof planState>;

export const invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  description: z.string(),
  amountMinor: z.number().int(),
  currency: z.string(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  paidWith: z.string().nullable(),
  issuedAt: z.number(),
  pageUrl: z.string().nullable(),
  pdfUrl: z.string().nullable(),
});
export type Invoice = z.infer<typeof invoice>;

/** `GET /api/plan`. `countedAt` is when `use` was counted. */
export const planResponse = z.object({
  billing: z.enum(['off', 'manual', 'stripe']),
  current: planState,
  limits: planLimits,
  use: z.array(planUse),
  countedAt: z.number(),
  plans: z.array(plan),
  invoices: z.array(invoice),
  /** Devices that are paused because the plan has no room for them, and whether the owner may choose others. */
  paused: z.array(z.object({ espid: z.string(), name: z.string() })),
});
export type PlanResponse = z.infer<typeof planResponse>;

/**
 * How a plan is paid: by a card that is charged each month, or by an invoice each month that is paid by scanning its PromptPay code
 * (Stripe cannot charge PromptPay by itself).
 */
export const paymentMethod = z.enum(['card', 'promptpay']);
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** `POST /api/plan/checkout`, `POST /api/plan/portal`: where to send the browser (Stripe's own pages). */
export const checkoutRequest = z.object({ plan: paidPlanId, method: paymentMethod.default('card') });
export type CheckoutRequest = z.infer<typeof checkoutRequest>;
export const redirectResponse = z.object({ url: z.url() });

/** `POST /api/plan/active-devices`: which devices stay active under a smaller plan; all others are paused. */
export const activeDevicesRequest = z.object({ espids: z.array(z.string().min(1).max(64)).max(10_000) });

/** `POST /api/admin/users/:id/plan`: gives somebody a plan until an instant (ms since the epoch), or without end. Returns a `planState`. */
export const adminPlanRequest = z.object({
  plan: z.enum(['free', 'maker', 'pro']),
  until: z.number().int().min(0).max(8.64e15).nullable().default(null),
});
export type AdminPlanRequest = z.infer<typeof adminPlanRequest>;
