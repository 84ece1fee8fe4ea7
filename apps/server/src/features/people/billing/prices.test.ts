import { pino } from 'pino';
import { expect, test } from 'vitest';
import { stripeSettings } from '../../../../test/billing.ts';
import { createTestDatabase } from '../../../../test/database.ts';
import { startStripeStandIn } from '../../../../test/stand-ins/stripe-stand-in.ts';
import { StripeBilling } from './stripe/stripe-billing.ts';

test('a price at Stripe that is not what people see is reported to the operator', async () => {
  const { database, drop } = await createTestDatabase();
  const standIn = await startStripeStandIn(stripeSettings);
  const lines: string[] = [];
  const billing = new StripeBilling({
    database,
    settings: { ...stripeSettings, apiUrl: standIn.url },
    clock: { now: () => Date.now() },
    log: pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }),
    changed: async () => undefined,
    baseUrl: () => 'https://cyno.test',
  });
  await billing.checkPrices();
  expect(lines).toEqual([]);
  standIn.world.prices.price_maker = { name: 'Maker', amount: 199_00 };
  await billing.checkPrices();
  expect(lines).toEqual([expect.stringMatching(/"plan":"maker".*19900 thb a month.*9900 thb a month/)]);
  lines.length = 0;
  delete standIn.world.prices.price_pro;
  await billing.checkPrices();
  expect(lines).toContainEqual(expect.stringMatching(/"plan":"pro".*could not be read/));
  expect(lines.join()).not.toContain(stripeSettings.secretKey);
  await standIn.stop();
  await drop();
});
