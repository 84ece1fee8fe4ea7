import type { LiveServerMessage, OpenDashboard } from '@cyno/contract';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { tileOf } from '../../../../test/dashboards.ts';
import { deviceOf, variableOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { TalkingSocket } from '../../../../test/shell.ts';
import { stubApi } from '../../../../test/stub-api.ts';
import { historyOf } from '../../../../test/widgets.ts';
import { noteServerTime } from '../../../lib/live/live-client.ts';
import { PublicPage } from './public-page.tsx';

const hourMs = 3_600_000;
const { name } = deviceOf();
let variables: OpenDashboard['devices'][number]['variables'];
let title: string;
/** Until it resolves, what the page requests is under way. */
let response: Promise<void>;

beforeEach(async () => {
  vi.stubGlobal('WebSocket', TalkingSocket);
  variables = [];
  title = 'Air';
  response = Promise.resolve();
  stubApi({
    'GET /api/public/dashboard': async (): Promise<OpenDashboard> => {
      const device = { device: '1', name, variables, online: true, onlineChangedAt: null, lastSeenAt: null };
      const widgets = [tileOf('a', title, { x: 0, y: 0, width: 3, height: 3 })];
      await response;
      return {
        state: 'open',
        now: Date.now(),
        name: 'Hall',
        version: 1,
        expiresAt: null,
        choices: ['1'],
        exposed: [],
        playback: false,
        widgets,
        devices: [{ ...device, timeZone: null, location: null }],
      };
    },
    'GET /api/public/dashboard/history': () => historyOf({}),
  });
  await renderInApp(<PublicPage onName={() => {}} />, { route: '/view/:token', at: `/view/${crypto.randomUUID()}` });
});

it('shows a variable that comes while somebody looks', async () => {
  const tile = page.getByRole('region', { name: 'Air' });
  await expect.element(tile).toMatchTextContent(/–/);
  const send = (message: LiveServerMessage) => TalkingSocket.last?.emit(message);
  send({ type: 'points', espid: '1', points: [{ at: Date.now(), values: { temp: 7 } }] });
  variables = [variableOf('temp', { value: 7, unit: '°C' })];
  send({ type: 'variables', espid: '1' });
  await expect.element(tile).toMatchTextContent(/7.*°C/);
});

it('stays with what came while an older response was under way', async () => {
  const at = Date.now();
  const send = (message: LiveServerMessage) => TalkingSocket.last?.emit(message);
  const tile = page.getByRole('region', { name: 'Air', exact: true });
  await expect.element(tile).toMatchTextContent(/–/);
  variables = [variableOf('temp', { value: 5, unit: '°C', at: at - 1_000 })];
  send({ type: 'variables', espid: '1' });
  await expect.element(tile).toMatchTextContent(/5.*°C/);
  const { promise, resolve } = Promise.withResolvers<void>();
  response = promise;
  title = 'Air outside';
  send({ type: 'dashboards', espid: '' });
  send({ type: 'points', espid: '1', points: [{ at, values: { temp: 7 } }] });
  await expect.element(tile).toMatchTextContent(/7.*°C/);
  resolve();
  await expect.element(page.getByRole('region', { name: 'Air outside' })).toMatchTextContent(/7.*°C/);
});

it('judges ages by the clock of the server, where that of a tablet on the wall is an hour ahead', async () => {
  onTestFinished(() => noteServerTime({ type: 'ready', now: Date.now() }));
  const tile = page.getByRole('region', { name: 'Air' });
  await expect.element(tile).toMatchTextContent(/–/);
  variables = [variableOf('temp', { value: 7, unit: '°C', at: Date.now() - hourMs, intervalMs: 60_000 })];
  TalkingSocket.last?.emit({ type: 'variables', espid: '1' });
  await expect.element(tile).toMatchTextContent(/1 hr ago/);
  TalkingSocket.last?.emit({ type: 'ready', now: Date.now() - hourMs });
  await expect.element(tile).not.toMatchTextContent(/ago/);
});
