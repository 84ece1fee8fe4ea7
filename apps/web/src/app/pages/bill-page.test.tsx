import { expect, it, vi } from 'vitest';
import { planOf } from '../../../test/accounts.ts';
import { deviceOf } from '../../../test/devices.ts';
import { renderInApp } from '../../../test/render.tsx';
import { deviceSizesOf } from '../../../test/stored-history.ts';
import { refuse, stubApi as stub } from '../../../test/stub-api.ts';
import { BillPage } from './bill-page.tsx';

const stubApi = (replies: Parameters<typeof stub>[0]) =>
  stub({ 'GET /api/stored-history': { sizes: deviceSizesOf(1) }, ...replies });

const active = { ...planOf().current, plan: 'maker', source: 'stripe', since: 1 } as const;

it('waits for the confirmation of a payment, which comes later', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let current: typeof active | undefined;
  stubApi({ 'GET /api/plan': () => planOf(current && { current }) });
  const { screen } = await renderInApp(<BillPage />, { at: '/bill?checkout=success' });
  await expect.element(screen.getByText('Waiting for the confirmation of your payment…')).toBeVisible();
  current = active;
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.element(screen.getByText('Paid. You are on Maker now.')).toBeVisible();
});

it('shows that a payment which was cancelled changed nothing', async () => {
  stubApi({ 'GET /api/plan': planOf() });
  const { screen } = await renderInApp(<BillPage />, { at: '/bill?checkout=cancelled' });
  await expect.element(screen.getByText(/^Payment cancelled\./)).toBeVisible();
  await expect.element(screen.getByText(/No invoices yet\./)).toBeVisible();
});

it('shows after the grace how to get a plan back whose payment failed', async () => {
  const invoice = {
    id: 'in_1',
    number: 'CYNO-0002',
    description: '1 × Maker (at ฿99.00 / month)',
    amountMinor: 9_900,
    currency: 'thb',
    status: 'open',
    paidWith: null,
    issuedAt: Date.UTC(2026, 5, 15),
    pageUrl: 'https://pay.example/in_1',
    pdfUrl: null,
  } as const;
  const current = { ...active, plan: 'free', status: 'past_due', graceUntil: null } as const;
  stubApi({ 'GET /api/plan': planOf({ current, invoices: [invoice] }) });
  const { screen } = await renderInApp(<BillPage />, { at: '/bill' });
  const plan = screen.getByRole('region', { name: 'Your plan' });
  await expect.element(plan.getByText(/^Your plan ended because a payment failed\./)).toBeVisible();
  await expect.element(plan.getByRole('button', { name: 'Payment' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Pay CYNO-0002' })).toBeVisible();
});

it('shows that the plan did not load, and requests it again', async () => {
  let isAway = true;
  stubApi({ 'GET /api/plan': () => (isAway ? refuse(503, 'unavailable', 'The database is away.') : planOf()) });
  const { screen } = await renderInApp(<BillPage />, { at: '/bill' });
  await expect.element(screen.getByRole('heading', { name: 'Your plan did not load' })).toBeVisible();
  isAway = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Free' })).toBeVisible();
});

it('lets the owner choose which devices stay active, no more than the plan has room for', async () => {
  const devices = [1, 2, 3].map((n) => deviceOf({ espid: `ESP32-${n}`, name: `Board ${n}`, paused: n === 3 }));
  const plan = planOf({
    limits: { ...planOf().limits, devices: 2 },
    paused: [{ espid: 'ESP32-3', name: 'Board 3' }],
  });
  const calls = stubApi({
    'GET /api/plan': plan,
    'GET /api/device/': devices,
    'POST /api/plan/active-devices': { ...plan, paused: [] },
  });
  const { screen, client } = await renderInApp(<BillPage />, { at: '/bill' });
  client.setQueryData(['devices'], devices);
  await expect.element(screen.getByRole('heading', { name: '1 device is paused' })).toBeVisible();
  await screen.getByRole('button', { name: 'Choose devices' }).click();
  await screen.getByRole('checkbox', { name: /^Board 3/ }).click();
  await expect.element(screen.getByText(/3 of 2 selected\. Deselect 1 device\./)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await screen.getByRole('checkbox', { name: /^Board 1/ }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('heading', { name: /paused$/ })).not.toBeInTheDocument();
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ espids: ['ESP32-2', 'ESP32-3'] });
});

it('pauses nothing that it has not shown: the choice waits for the devices', async () => {
  const devices = [deviceOf({ espid: 'ESP32-1', name: 'Board 1' }), deviceOf({ espid: 'ESP32-2', paused: true })];
  const response = Promise.withResolvers<typeof devices>();
  stubApi({
    'GET /api/plan': planOf({ paused: [{ espid: 'ESP32-2', name: 'Greenhouse' }] }),
    'GET /api/device/': () => response.promise,
  });
  const { screen } = await renderInApp(<BillPage />, { at: '/bill' });
  await screen.getByRole('button', { name: 'Choose devices' }).click();
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  response.resolve(devices);
  await expect.element(screen.getByRole('checkbox', { name: /^Board 1/ })).toBeChecked();
  await expect.element(screen.getByRole('checkbox', { name: /^Greenhouse/ })).not.toBeChecked();
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
});
