import { Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { publicConfigOf } from '../../../../../test/config.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { knowConfig } from '../../../../../test/shell.ts';
import { refuse, stubApi } from '../../../../../test/stub-api.ts';
import { FirstRestorePage } from './first-restore-page.tsx';

const file = 'cyno-20261124T023000Z.tar.zst.age';
const at = '/auth/restore?setup=AAAA-BBBB';
const idle = { running: null, failure: null };
const opened = { token: 't', target: '/mnt/backup', archives: [{ file, bytes: 48_000_000, encrypted: true }] };

beforeEach(async () => {
  const config = publicConfigOf({ setupNeeded: true });
  stubApi({ 'GET /api/config': config });
  await knowConfig(config);
});

it('restores an archive of the server, tells what is wrong with it, and ends when the server is back with accounts', async () => {
  const states: unknown[] = [
    idle,
    { running: null, failure: { error: 'wrong', code: 'conflict', reason: 'backup_passphrase_wrong' } },
    { running: { progress: { phase: 'comparing', done: 1, all: 2 } }, failure: null },
  ];
  const calls = stubApi({
    'POST /api/setup/restore/open': opened,
    'POST /api/setup/restore': { message: 'begun' },
    'GET /api/setup/restore': () => (states.shift() as object) ?? refuse(403, 'forbidden', 'gone'),
    'GET /api/config': () => publicConfigOf({ setupNeeded: states.length > 0 }),
  });
  const { screen } = await renderInApp(<FirstRestorePage />, { at });
  await expect.element(screen.getByRole('button', { name: /Backup/ })).toHaveTextContent('11/24/2026 09:30');
  await expect.element(screen.getByText(file, { exact: false })).toBeVisible();
  await screen.getByLabelText('Passphrase').fill('wrong horse');
  await screen.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect.element(screen.getByText('The passphrase is wrong. Nothing was changed.')).toBeVisible();
  await screen.getByLabelText('Passphrase').fill('correct horse');
  await screen.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect.element(screen.getByRole('heading', { name: 'Backup restored' })).toBeVisible();
  const bodies = calls.filter((call) => call.path === '/api/setup/restore' && call.method === 'POST');
  expect(bodies.map(({ body }) => body)).toEqual([
    { file, passphrase: 'wrong horse' },
    { file, passphrase: 'correct horse' },
  ]);
});

it('uploads a file in pieces, and one that is lost again', async () => {
  let sent = 0;
  const calls = stubApi({
    'GET /api/config': publicConfigOf({ setupNeeded: true }),
    'POST /api/setup/restore/open': { ...opened, archives: [] },
    'PUT /api/setup/restore/archive': () => {
      sent += 1;
      if (sent === 1) throw new TypeError('Failed to fetch');
      return sent === 2 ? refuse(503, 'unavailable', 'Not now.') : { received: 1 };
    },
    'GET /api/setup/restore': idle,
    'POST /api/setup/restore': () => refuse(400, 'bad_request', 'It has not come whole.'),
  });
  const { screen } = await renderInApp(<FirstRestorePage />, { at });
  await screen.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect.element(screen.getByText('Choose the file of the backup.')).toBeVisible();
  // Given by the driver so much would take seconds.
  const chosen = new DataTransfer();
  chosen.items.add(new File([new Uint8Array(5 * 1024 ** 2)], 'mine.tar.zst'));
  const input = screen.getByLabelText('File of the backup').element() as HTMLInputElement;
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(screen.getByText(/mine\.tar\.zst/)).toBeVisible();
  await screen.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect.element(screen.getByText('It has not come whole.')).toBeVisible();
  const pieces = calls.filter(({ method }) => method === 'PUT').map(({ query }) => query.toString());
  const [first, second] = ['offset=0&bytes=5242880', 'offset=4194304&bytes=5242880'];
  expect(pieces).toEqual([first, first, first, second]);
});

it('shows a restore that runs when it is opened again, without a way to start beside it', async () => {
  const running = { running: { progress: { phase: 'comparing', done: 1, all: 2 } }, failure: null };
  let state: object = running;
  stubApi({
    'GET /api/config': publicConfigOf({ setupNeeded: true }),
    'POST /api/setup/restore/open': opened,
    'GET /api/setup/restore': () => state,
  });
  const { screen } = await renderInApp(<FirstRestorePage />, { at });
  await expect.element(screen.getByText('Comparing each table…')).toBeVisible();
  expect(screen.getByText('Start without a backup').elements()).toEqual([]);
  state = { running: null, failure: { error: 'late', code: 'conflict', reason: 'restore_too_late' } };
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(screen.getByText('Start without a backup')).toBeVisible();
});

it('requests the code where the link has none, or a wrong one', async () => {
  stubApi({
    'GET /api/config': publicConfigOf({ setupNeeded: true }),
    'POST /api/setup/restore/open': () => refuse(403, 'wrong_setup_code', 'That code is wrong.'),
  });
  const { screen } = await renderInApp(<FirstRestorePage />, { at });
  await expect.element(screen.getByText('That code is wrong.')).toBeVisible();
  await expect.element(screen.getByLabelText('Setup code')).toHaveValue('AAAA-BBBB');
});

it('leads to the login where the server has accounts', async () => {
  stubApi({
    'GET /api/config': publicConfigOf(),
    'POST /api/setup/restore/open': () => refuse(403, 'setup_code_used', 'The code was used.'),
  });
  await knowConfig(publicConfigOf());
  const pages = (
    <Routes>
      <Route path="/auth/restore" element={<FirstRestorePage />} />
      <Route path="/auth/login" element={<p>The login page</p>} />
    </Routes>
  );
  const { router } = await renderInApp(pages, { at });
  await expect.poll(() => router.state.location.pathname).toBe('/auth/login');
});
