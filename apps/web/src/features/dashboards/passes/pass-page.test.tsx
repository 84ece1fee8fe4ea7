import type { PassUse, PublicPass } from '@cyno/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { withNextPress } from '../../../../test/next-press.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import { chooseLanguage } from '../../../lib/language/language.ts';
import { PassPage } from './pass-page.tsx';

const hourMs = 3_600_000;
let serial = 0;

type Details = NonNullable<PublicPass['pass']>;

const detailsOf = (more: Partial<Details> = {}): Details => ({
  title: 'Garden gate',
  target: { name: 'Gate', pin: 'D1', mode: 'digit', reported: '0' },
  offers: [{ value: '1', label: 'Open' }],
  asks: false,
  backAfterMs: null,
  online: true,
  usesLeft: 2,
  from: null,
  until: Date.now() + hourMs,
  ...more,
});

/** The page of a pass that no test has opened before: the page keeps what it read of each. */
async function openPass(state: PublicPass['state'], pass: Details | null, replies: Parameters<typeof stubApi>[0] = {}) {
  serial += 1;
  const response: PublicPass = { state, now: Date.now(), pass };
  replies['GET /api/public/pass'] ??= () => response;
  const calls = stubApi(replies);
  const { screen } = await renderInApp(<PassPage />, { at: `/pass/token${serial}`, route: '/pass/:token' });
  return { screen, calls, response };
}

afterEach(() => {
  vi.useRealTimers();
});

const passUseOf = (state: PassUse['state']): PassUse => ({
  key: 'k'.repeat(16),
  label: 'Open',
  state,
  answerMs: state === 'acknowledged' ? 42 : null,
  usesLeft: 1,
});

it('names what it operates once where the pass is called like it', async () => {
  const target = { name: 'Gate', pin: 'D1', mode: 'digit', reported: null } as const;
  const { screen } = await openPass('ready', detailsOf({ title: 'Gate', target }));
  await expect.element(screen.getByText('D1: state not known', { exact: true })).toBeVisible();
});

it('operates with one press, and follows what the board reports', async () => {
  const { screen, calls, response } = await openPass('ready', detailsOf({ backAfterMs: 700 }), {
    'POST /api/public/pass/uses': () => passUseOf('sent'),
    [`GET /api/public/pass/uses/${'k'.repeat(16)}`]: () => passUseOf('acknowledged'),
  });
  await expect.element(screen.getByRole('heading', { name: 'Garden gate' })).toBeVisible();
  await expect.element(screen.getByText(/^2 uses left, until/)).toBeVisible();
  await expect.element(screen.getByText('Switches back after 0.7 s.')).toBeVisible();
  await expect.element(screen.getByText('Gate (D1): Off')).toBeVisible();
  const target = { name: 'Gate', pin: 'D1', mode: 'digit', reported: '1' } as const;
  response.pass = detailsOf({ usesLeft: 1, target });
  await screen.getByRole('button', { name: 'Open' }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Open: done in 42 ms');
  await expect.element(screen.getByText(/^1 use left, until/)).toBeVisible();
  await expect.element(screen.getByText('Gate (D1): On')).toBeVisible();
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ value: '1' });
});

it('follows the same use with the next press when the connection breaks before it is over', async () => {
  let state: PassUse['state'] = 'sent';
  const { screen, calls } = await openPass('ready', detailsOf(), {
    'POST /api/public/pass/uses': () => passUseOf(state),
    [`GET /api/public/pass/uses/${'k'.repeat(16)}`]: () => Promise.reject(new TypeError('Failed to fetch')),
  });
  const press = () => screen.getByRole('button', { name: 'Open' }).click();
  const keys = () => callsOf(calls, 'POST').map(({ body }) => (body as { key: string }).key);
  await press();
  await expect.element(screen.getByRole('status')).toHaveTextContent("Can't connect to server.");
  state = 'acknowledged';
  await press();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Open: done in 42 ms');
  await press();
  await expect.poll(keys).toHaveLength(3);
  const [first, again, next] = keys();
  expect(again).toBe(first);
  expect(next).not.toBe(first);
});

/** Opens a pass whose uses can be started, but not followed while `line.isAway`. */
async function openAtTheEdge() {
  const line = { isAway: true };
  const replies: Parameters<typeof stubApi>[0] = {
    'POST /api/public/pass/uses'({ body }) {
      const { key } = body as { key: string };
      replies[`GET /api/public/pass/uses/${key}`] = () =>
        line.isAway ? Promise.reject(new TypeError('Failed to fetch')) : { ...passUseOf('acknowledged'), key };
      return { ...passUseOf('sent'), key };
    },
  };
  const { screen, calls } = await openPass('ready', detailsOf(), replies);
  const press = () => screen.getByRole('button', { name: 'Open' }).click();
  const keys = () => callsOf(calls, 'POST').map(({ body }) => (body as { key: string }).key);
  await press();
  await expect.element(screen.getByRole('status')).toHaveTextContent("Can't connect to server.");
  return { line, screen, press, keys };
}

it('shows what became of a press when the connection is back, and the next press is a new use', async () => {
  const { line, screen, press, keys } = await openAtTheEdge();
  line.isAway = false;
  await expect.element(screen.getByRole('status')).toHaveTextContent('Open: done in 42 ms');
  await press();
  await expect.poll(keys).toHaveLength(2);
  expect(new Set(keys()).size).toBe(2);
});

it('takes a press for a new use when the one before cannot be under way any more', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { line, screen, press, keys } = await openAtTheEdge();
  vi.setSystemTime(Date.now() + 3 * 60_000);
  line.isAway = false;
  await press();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Open: done in 42 ms');
  expect(new Set(keys()).size).toBe(2);
});

it('words the usual buttons in the language of the guest, and leaves those of the owner', async () => {
  await chooseLanguage('th');
  const offers = [
    { value: '1', label: 'On' },
    { value: '0', label: 'Shut' },
  ];
  const { screen } = await openPass('ready', detailsOf({ offers, asks: true }));
  await expect.element(screen.getByRole('button', { name: 'เปิด', exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Shut' }).click();
  await expect.element(page.getByRole('alertdialog', { name: 'Garden gate: Shut ไหม' })).toBeVisible();
  await chooseLanguage('en');
});

it('asks first where the owner wants that, and shows what was refused', async () => {
  const { screen, calls } = await openPass('ready', detailsOf({ asks: true }), {
    'POST /api/public/pass/uses': () => refuse(429, 'rate_limited', 'Wait a moment.'),
  });
  await screen.getByRole('button', { name: 'Open' }).click();
  const question = page.getByRole('alertdialog', { name: 'Garden gate: Open?' });
  await expect.element(question).toMatchTextContent(/The owner asks you to confirm this\./);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await screen.getByRole('button', { name: 'Open' }).click();
  await question.getByRole('button', { name: 'Open' }).click();
  await expect.element(screen.getByRole('status')).toMatchTextContent(/Wait/);
});

it('cannot be used while the board is offline', async () => {
  const { screen } = await openPass('ready', detailsOf({ online: false }));
  await expect.element(screen.getByText(/^The board is offline\./)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Open' })).toBeDisabled();
});

it.each<[PublicPass['state'], RegExp]>([
  ['not_yet', /^Valid from .+ until .+\.$/],
  ['used_up', /^No uses left\./],
  ['ended', /^Expired on/],
])('has no buttons when it is %s, and says why', async (state, pattern) => {
  const { screen } = await openPass(state, detailsOf({ from: Date.now() + hourMs, target: null, online: null }));
  await expect.element(screen.getByText(pattern)).toBeVisible();
  await expect.element(screen.getByText(/^Gate/)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
});

it.each<[PublicPass['state'], string]>([
  ['revoked', 'The owner has revoked this pass'],
  ['unavailable', 'Not available now'],
])('tells nothing else when it is %s', async (state, title) => {
  const { screen } = await openPass(state, null);
  await expect.element(screen.getByRole('heading', { name: title })).toBeVisible();
});

it('shows that there is none, and that it did not load, which can be tried again', async () => {
  const { screen } = await openPass('ready', null, {
    'GET /api/public/pass': () => refuse(404, 'not_found', 'There is no such pass.'),
  });
  await expect.element(screen.getByRole('heading', { name: 'Pass not found' })).toBeVisible();
  await screen.unmount();

  let isAway = true;
  const failed = await openPass('ready', null, {
    'GET /api/public/pass': () =>
      isAway ? refuse(500, 'internal', 'The shed is on fire.') : { state: 'ready', now: Date.now(), pass: detailsOf() },
  });
  await expect.element(failed.screen.getByRole('heading', { name: 'The pass did not load' })).toBeVisible();
  withNextPress(() => {
    isAway = false;
  });
  await failed.screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(failed.screen.getByRole('heading', { name: 'Garden gate' })).toBeVisible();
});
