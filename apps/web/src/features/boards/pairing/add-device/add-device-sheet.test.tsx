import type { Device, PairingState, SketchCatalog } from '@cyno/contract';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openDeviceList, pairingOf } from '../../../../../test/device-list.tsx';
import { deviceOf } from '../../../../../test/devices.ts';
import { takeFiles } from '../../../../../test/saved-files.ts';
import { type ApiCall, callsOf } from '../../../../../test/stub-api.ts';
import { startSession } from '../../../../lib/api/session.ts';
import { devicesQuery } from '../../devices/index.ts';

const budget = { bytes: 100, maxBytes: 1_000 };
const catalog: SketchCatalog = {
  boards: [{ id: 'nodemcu', name: 'NodeMCU', family: 'esp8266', pins: [] }],
  kits: [
    {
      id: 'climate',
      name: 'Climate',
      group: 'climate',
      summary: 'Air',
      sensor: 'SHT31',
      boards: ['nodemcu'],
      variables: [],
      events: [],
      onBoards: [],
      template: null,
      libraries: [],
      intervalS: 5,
      budget,
    },
  ],
};

/** Responds with files that have the requested host in them, as the server's have. */
function sketchFor({ body }: { body: unknown }) {
  const { host } = (body as { setup: { host: string } }).setup;
  const files = [
    { path: 'climate.ino', text: 'void setup() {}', editLines: [1] },
    { path: 'src/globals.h', text: `#define HOST "${host}"`, editLines: [] },
  ];
  return { name: 'climate', files, notes: [], budget };
}

it('writes the typed host into the build files, and shuts the window for new boards when it closes', async () => {
  const files = takeFiles();
  let pairing: PairingState = pairingOf();
  const { screen, calls, query } = await openDeviceList([deviceOf()], '/device?add=1', {
    more: {
      'GET /api/pairing': () => pairing,
      'POST /api/pairing/window': ({ body }) => {
        const { minutes } = body as { minutes: number };
        pairing = { ...pairing, windowOpenUntil: minutes > 0 ? Date.now() + minutes * 60_000 : null };
        return pairing;
      },
      'GET /api/sketches/catalog': catalog,
      'POST /api/sketches/generate': sketchFor,
      'POST /api/sketches/zip': () => new Response(new Blob(['zip'])),
    },
  });
  const sheet = screen.getByRole('dialog', { name: 'Add device' });
  const host = sheet.getByLabelText('Server address for boards');
  // The page is open at localhost, which means the board itself to a board: the server's own address is filled in.
  await expect.element(host).toHaveValue('cyno.example');
  await host.fill('localhost');
  await expect.element(sheet.getByText(/Boards cannot reach/)).toBeVisible();
  await host.fill('192.168.1.10');
  await expect.element(sheet.getByText(/Boards cannot reach/)).not.toBeInTheDocument();
  await sheet.getByRole('tab', { name: /globals/ }).click();
  await expect.element(sheet.getByRole('tabpanel')).toMatchTextContent('192.168.1.10');
  await sheet.getByRole('button', { name: 'Download zip' }).click();
  await expect.poll(() => files.map(({ name }) => name)).toEqual([expect.stringMatching(/\.zip$/)]);

  await expect.element(sheet.getByText('Your boards join without approval')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  const windows = () => calls.filter(({ path }) => path === '/api/pairing/window').map(({ body }) => body);
  await expect.poll(windows).toEqual([{ minutes: 10, boards: 10 }, { minutes: 0 }]);
  await expect.poll(query).toBe('');
});

it('names the boards that still use the old key when there is a new one', async () => {
  startSession({ accessToken: 'token', userId: 'grower@example.com', member: 'user' });
  const greenhouse = deviceOf({ name: 'Greenhouse' });
  let pairing = pairingOf();
  const { screen, calls } = await openDeviceList([greenhouse], '/device', {
    more: {
      'GET /api/pairing': () => pairing,
      'POST /api/pairing/key/rotate': () => {
        pairing = pairingOf({
          connectionKey: 'KEY-2',
          oldKeyBoards: [{ espid: greenhouse.espid, name: 'Greenhouse' }],
        });
        return pairing;
      },
    },
  });
  await screen.getByRole('button', { name: 'Connection key' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Connection key' });
  await expect.element(dialog.getByText('grower@example.com/KEY-1')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create new key' }).click();
  await expect.element(dialog.getByText('New key created.')).toBeVisible();
  await expect.element(dialog.getByText('grower@example.com/KEY-2')).toBeVisible();
  await expect.element(dialog.getByText(/KEY-1/)).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('listitem').filter({ hasText: 'Greenhouse' })).toBeVisible();
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ endOld: false });
});

it('opens the window again for as many boards as are chosen, and shows when they have all joined', async () => {
  let pairing: PairingState = pairingOf();
  const { screen, calls } = await openDeviceList([deviceOf()], '/device?add=1', {
    more: {
      'GET /api/pairing': () => pairing,
      'POST /api/pairing/window': ({ body }) => {
        const { boards = 0 } = body as { boards?: number };
        const isFull = boards === 1;
        pairing = pairingOf({ windowOpenUntil: isFull ? null : Date.now() + 600_000, windowRoom: isFull ? 0 : boards });
        return pairing;
      },
      'GET /api/sketches/catalog': catalog,
      'POST /api/sketches/generate': sketchFor,
    },
  });
  const choose = async (count: string) => {
    await screen.getByRole('button', { name: /Number of boards/ }).click();
    await screen.getByRole('option', { name: count, exact: true }).click();
  };
  await choose('50');
  const requested = () => calls.filter(({ path }) => path === '/api/pairing/window').map(({ body }) => body);
  await expect.poll(requested).toEqual([
    { minutes: 10, boards: 10 },
    { minutes: 10, boards: 50 },
  ]);
  await choose('1');
  await expect.element(screen.getByText('All boards have joined')).toBeVisible();
});

it('keeps a name that is typed with its board when others join, which come one after the other', async () => {
  const boardOf = (number: number) =>
    deviceOf({ espid: `ESP32-1_${number}`, name: `ESP32-1_${number}`, order: number });
  const rename = ({ path, body }: ApiCall) => {
    devices = devices.map((device) => (path.endsWith(device.espid) ? { ...device, ...(body as object) } : device));
    return devices.find(({ espid }) => path.endsWith(espid));
  };
  let devices: Device[] = [deviceOf()];
  const { screen, client, calls } = await openDeviceList([], '/device?add=1', {
    more: {
      'GET /api/device/': () => devices,
      'POST /api/pairing/window': pairingOf({ windowOpenUntil: Date.now() + 600_000, windowRoom: 10 }),
      'GET /api/sketches/catalog': catalog,
      'POST /api/sketches/generate': sketchFor,
      'PATCH /api/device/ESP32-1_1': rename,
      'PATCH /api/device/ESP32-1_3': rename,
    },
  });
  const join = (...numbers: number[]) => {
    devices = [...devices, ...numbers.map(boardOf)];
    return client.invalidateQueries(devicesQuery);
  };
  const sheet = screen.getByRole('dialog', { name: 'Add device' });
  const connected = sheet.getByRole('listitem').filter({ hasText: 'Connect' });
  const name = sheet.getByLabelText('Device name');
  const skip = sheet.getByRole('button', { name: 'Skip' });
  await expect.element(sheet.getByText('No new boards yet')).toBeVisible();

  await join(1);
  await expect.element(connected).toMatchTextContent('ESP32-1_1');
  await expect.element(skip).not.toBeInTheDocument();
  await name.fill('Greenhouse');
  await join(2, 3);
  await expect.element(skip).toBeVisible();
  await expect.element(name).toHaveValue('Greenhouse');
  await sheet.getByRole('button', { name: 'Save' }).click();

  await expect.element(connected).toMatchTextContent('ESP32-1_2');
  await expect.element(name).toHaveValue('');
  await expect.element(name).toHaveFocus();
  await name.fill('Pond');
  await skip.click();

  await expect.element(connected).toMatchTextContent('ESP32-1_3');
  await expect.element(name).toHaveValue('');
  await expect.element(skip).not.toBeInTheDocument();
  await name.fill('Barn');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet.getByRole('button', { name: 'Saved' })).toBeVisible();
  expect(callsOf(calls, 'PATCH').map(({ path, body }) => [path, body])).toEqual([
    ['/api/device/ESP32-1_1', { name: 'Greenhouse' }],
    ['/api/device/ESP32-1_3', { name: 'Barn' }],
  ]);
});
