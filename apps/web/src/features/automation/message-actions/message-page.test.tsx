import type { ActionableMessage, MessageOutput } from '@cyno/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '../../../../test/render.tsx';
import { refuse, stubApi } from '../../../../test/stub-api.ts';
import { MessagePage } from './message-page.tsx';

let serial = 0;

const fan: MessageOutput = {
  espid: 'ESP32-1',
  device: 'Greenhouse',
  online: true,
  pin: 'D1',
  name: 'Fan',
  locked: false,
  wanted: null,
  reported: 1,
};

const messageOf = (more: Partial<ActionableMessage> = {}): ActionableMessage => ({
  subject: 'Greenhouse: Too hot',
  text: 'Temperature was 34 °C, above 30 °C for 5 minutes.',
  severity: 'critical',
  at: Date.now(),
  link: '/alerts',
  alerts: { active: 1, acknowledged: 0, cleared: 0, snoozed: 0 },
  mayAcknowledge: true,
  mayAct: true,
  outputs: [fan],
  ...more,
});
const acknowledged = { active: 0, acknowledged: 1, cleared: 0, snoozed: 0 };

/** The page of a link that no test has opened before. */
async function openMessage(
  message: ActionableMessage,
  replies: Parameters<typeof stubApi>[0] = {},
  tokenOf = (serial: number) => `link${serial}`.padEnd(43, '-'),
) {
  serial += 1;
  const calls = stubApi({
    'GET /api/public/message': () => message,
    'POST /api/public/message/receipts': undefined,
    ...replies,
  });
  const posted = (end: string) =>
    calls.filter(({ method, path }) => method === 'POST' && path.endsWith(end)).map(({ body }) => body);
  const { screen } = await renderInApp(<MessagePage />, { at: `/message#${tokenOf(serial)}`, route: '/message' });
  return { screen, presses: () => posted('/actions'), receipts: () => posted('/receipts') };
}

it('acknowledges, says what came of it, and puts the next token into the address', async () => {
  const message = messageOf();
  const { screen, presses } = await openMessage(message, {
    'POST /api/public/message/actions': () => {
      message.alerts = acknowledged;
      message.mayAcknowledge = false;
      return { result: 'Alert acknowledged.', report: { code: 'acknowledged', count: 1 }, token: 'next', message };
    },
  });
  await screen.getByRole('button', { name: 'Acknowledge' }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Alert acknowledged.');
  await expect.element(screen.getByRole('button', { name: 'Acknowledge' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('heading', { name: 'Greenhouse: Too hot' })).toBeVisible();
  expect(presses()).toEqual([{ action: { kind: 'acknowledge' } }]);
  expect(location.hash).toBe('#next');
});

it('shows that its link was used elsewhere while the page was open', async () => {
  let isUsed = false;
  const used = () => refuse(404, 'not_found', 'Not found');
  const { screen } = await openMessage(messageOf(), {
    'GET /api/public/message': () => (isUsed ? used() : messageOf()),
    'POST /api/public/message/actions': used,
  });
  await expect.element(screen.getByRole('button', { name: 'Acknowledge' })).toBeVisible();
  isUsed = true;
  await screen.getByRole('button', { name: 'Acknowledge' }).click();
  await expect.element(screen.getByRole('heading', { name: 'This link was already used' })).toBeVisible();
});

it('switches an output and shows what the board reports', async () => {
  const { screen, presses } = await openMessage(messageOf(), {
    'POST /api/public/message/actions': () => ({
      result: 'Fan off: sent to Greenhouse.',
      report: { code: 'switched', output: 'Fan', on: false, device: 'Greenhouse', online: true },
      token: `switched${serial}`,
      message: messageOf({ outputs: [{ ...fan, wanted: 0 }] }),
    }),
  });
  await expect.element(screen.getByText('Greenhouse · on')).toBeVisible();
  await screen.getByRole('button', { name: 'Turn Fan off' }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Fan off: sent to Greenhouse.');
  expect(presses()).toEqual([{ action: { kind: 'switch', espid: 'ESP32-1', pin: 'D1', on: false } }]);
});

it('asks before it switches what is protected', async () => {
  const { screen, presses } = await openMessage(messageOf({ outputs: [{ ...fan, locked: true }] }), {
    'POST /api/public/message/actions': () => refuse(429, 'rate_limited', 'Wait a moment.'),
  });
  await screen.getByRole('button', { name: 'Turn Fan off' }).click();
  const question = page.getByRole('alertdialog', { name: 'Turn Fan off?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(presses()).toEqual([]);
  await screen.getByRole('button', { name: 'Turn Fan off' }).click();
  await question.getByRole('button', { name: 'Turn off' }).click();
  await expect.element(screen.getByRole('status')).toMatchTextContent(/Wait/);
});

it('offers nothing to somebody who may only look, and nothing of what is over', async () => {
  const { screen } = await openMessage(
    messageOf({
      mayAcknowledge: false,
      mayAct: false,
      outputs: [],
      alerts: { active: 0, acknowledged: 0, cleared: 1, snoozed: 0 },
    }),
  );
  await expect.element(screen.getByText(/^Cleared ·/)).toBeVisible();
  await expect.element(screen.getByText(/You can view this device/)).toBeVisible();
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
});

it('offers only to acknowledge it to somebody to whom it was passed on', async () => {
  const { screen } = await openMessage(messageOf({ mayAct: false, outputs: [] }));
  await expect.element(screen.getByRole('button')).toHaveTextContent('Acknowledge');
});

it('reports once that it was opened', async () => {
  const { screen, receipts } = await openMessage(messageOf());
  await expect.element(screen.getByRole('heading', { name: 'Greenhouse: Too hot' })).toBeVisible();
  await expect.poll(receipts).toEqual([{ state: 'read' }]);
});

it('says when a link is used, and reports nothing', async () => {
  const { screen, receipts } = await openMessage(messageOf(), {
    'GET /api/public/message': () => refuse(404, 'not_found', 'Used.'),
  });
  await expect.element(screen.getByRole('heading', { name: 'This link was already used' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Show alerts' })).toBeVisible();
  expect(receipts()).toEqual([]);
});

for (const [what, token] of [
  ['without a token', ''],
  ['with a part of a token', 'aGVsbG8'],
] as const) {
  it(`says that a link ${what} is incomplete, not that it was used`, async () => {
    const unknown = { 'GET /api/public/message': () => refuse(404, 'not_found', 'Used.') };
    const { screen, receipts } = await openMessage(messageOf(), unknown, () => token);
    await expect.element(screen.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Show alerts' })).toBeVisible();
    expect(receipts()).toEqual([]);
  });
}
