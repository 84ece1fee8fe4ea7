import type { Page } from '@playwright/test';
import { esp32Image, mergedImage } from '../../test/firmware-images.ts';
import { esp32Firmware } from '../support/firmware-file.ts';
import { sendValues } from '../support/send-values.ts';
import { plugInto } from '../support/serial-cable.ts';
import { storePastDay } from '../support/stored-day.ts';
import { expect } from '../support/test.ts';
import { closeDialog, newUser, openAs, type User, visit } from '../support/users.ts';
import type { PageView } from './view.ts';

type Boards = Parameters<PageView['open']>[1];

const deviceApi = (espid: string, part = '') => `/api/device/${encodeURIComponent(espid)}${part}`;
const devicePage = (espid: string, tab: string) => `/device/${encodeURIComponent(espid)}/${tab}`;
const hour = 3_600_000;

async function addDevices(user: User, ...names: string[]): Promise<string[]> {
  const espids: string[] = [];
  for (const name of names) {
    const board = await user.board({ name, intervalMs: hour });
    await board.stop();
    espids.push(board.espid);
  }
  return espids;
}

/** Somebody with three devices; the first two have tags and a place and are in two groups. */
async function newCollector(): Promise<{ user: User; espids: string[] }> {
  const user = await newUser();
  const espids = await addDevices(user, 'Alpha', 'Beta', 'Gamma');
  for (const [index, name] of ['North', 'South'].entries()) {
    const { id: groupId } = (await user.api('POST', '/api/device-groups', { name, hue: 2 })) as { id: number };
    const espid = espids[index] ?? '';
    await user.api('POST', '/api/device/bulk', { devices: [espid], act: { kind: 'change', groupId } });
    const location = { latitude: 13.75 + index, longitude: 100.5 };
    await user.api('PATCH', deviceApi(espid), { tags: ['Pond', 'North side'], location });
  }
  return { user, espids };
}

/** Somebody with a board that has sent its first value. */
async function newMeasurer(boards: Boards, family: 'esp32' | 'esp8266' = 'esp32') {
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse', family, intervalMs: hour });
  boards.push(board);
  await sendValues(board, { temp: 21.5, humid: 50 });
  const device = async () => (await user.api('GET', deviceApi(board.espid))) as { variables: unknown[] };
  await expect.poll(async () => (await device()).variables.length).toBe(2);
  return { user, board, espid: board.espid };
}

/** The same with a day of values behind it, in which two hours are missing. */
async function newChronicler(boards: Boards) {
  const made = await newMeasurer(boards, 'esp8266');
  await made.board.stop();
  await storePastDay(made.user, made.espid, { stepMs: 300_000, gap: { from: 6, to: 4 } });
  return made;
}

async function openMenuEntry(page: Page, button: string, entry: string) {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** On a phone the search of the list, and what stands beside it, is folded. */
async function unfoldToolbar(page: Page) {
  const fold = page.getByRole('button', { name: 'Search and view' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (await fold.isVisible()) await fold.click();
}

const lists: readonly PageView[] = [
  {
    name: 'Devices as a table, with the tags of the chosen ones in a dialog',
    async open(page, _boards, check) {
      const { user } = await newCollector();
      await openAs(page, user, '/device?by=group');
      await expect(page.getByRole('list', { name: 'Devices by group' }).getByRole('heading', { level: 2 })).toHaveCount(
        3,
      );
      await unfoldToolbar(page);
      await page.getByRole('button', { name: 'Select' }).click();
      await page.getByRole('checkbox', { name: 'Select Alpha', exact: true }).click();
      await expect(page.getByRole('region', { name: 'Selected devices' })).toBeVisible();
      await check('Devices by group, with tags, of which some are chosen');
      await page.goto(new URL('/device?view=map', user.http).href);
      const map = page.getByRole('group', { name: 'Device locations: map' });
      await expect(map.getByRole('button', { name: 'Alpha, Offline' })).toBeVisible();
      await check('Devices on the map');
      await page.getByRole('button', { name: 'Show as a list' }).click();
      await expect(page.getByRole('list', { name: 'Device locations' }).getByRole('listitem')).toHaveCount(2);
      await check('Devices on the map, as a list');
      await visit(page, '/device?view=table');
      await expect(page.getByRole('checkbox', { name: 'Select all devices in the list' })).toBeVisible();
      await unfoldToolbar(page);
      await page.getByRole('button', { name: 'Filter' }).click();
      const filter = page.getByRole('dialog', { name: 'Filter' });
      await filter.getByRole('button', { name: /Column/ }).click();
      await page.getByRole('option', { name: 'Last seen' }).click();
      await expect(page.getByRole('group', { name: 'Day' })).toBeVisible();
      await check('A filter of devices by a day');
      await closeDialog(page);
      await page.getByRole('checkbox', { name: 'Select all devices in the list' }).check();
      await page.getByRole('region', { name: 'Selected devices' }).getByRole('button', { name: 'Tags' }).click();
      await expect(page.getByRole('dialog', { name: 'Tags of 3 devices' })).toBeVisible();
    },
  },
];

const settings: readonly PageView[] = [
  {
    name: 'Copy settings',
    async open(page, boards, check) {
      const { user, espid } = await newMeasurer(boards);
      await addDevices(user, 'South');
      const notes = 'Pump key is in the shed.';
      await user.api('PATCH', deviceApi(espid), { icon: 'fish', tags: ['Pond', 'North side'], favourite: true, notes });
      await openAs(page, user, devicePage(espid, 'Settings'));
      await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue(notes);
      await expect(page.getByRole('button', { name: 'Edit Temperature' })).toBeVisible();
      await check('Settings of a device with an icon, tags and notes');
      await page.getByRole('button', { name: 'Edit Temperature' }).click();
      const dialog = page.getByRole('dialog', { name: 'temp' });
      await dialog.getByLabel('Chart minimum').fill('50');
      await dialog.getByLabel('Chart maximum').fill('10');
      await expect(dialog.getByText('The maximum must be above the minimum.')).toBeVisible();
      await check('How a variable looks');
      await closeDialog(page);
      await openMenuEntry(page, 'More for Temperature', 'Calibrate');
      await page.getByText('Two points').click();
      await expect(page.getByLabel('Meter reading 2')).toBeVisible();
      await check('Calibrate');
      await closeDialog(page);
      await openMenuEntry(page, 'More for Temperature', 'Storage time');
      await expect(page.getByRole('dialog').getByLabel('Days')).toBeVisible();
      await check('Storage time of a variable');
      await closeDialog(page);
      await page.getByRole('button', { name: 'Copy to other devices' }).click();
      await expect(page.getByRole('dialog').getByRole('checkbox', { name: /^South/ })).toBeVisible();
    },
  },
];

const tabs: readonly PageView[] = [
  {
    name: 'The editor of an automation, with the past of a rule',
    async open(page, boards, check) {
      const { user, espid } = await newChronicler(boards);
      const note = { from: Date.now() - 2 * hour, to: Date.now() - hour, text: 'Window left open', tone: 'warning' };
      await user.api('POST', deviceApi(espid, '/annotations'), note);
      await addAutomation(user, espid, ruleOf(espid));
      await openAs(page, user, `${devicePage(espid, 'History')}?range=24h&compare=day`);
      await expect(page.getByRole('region', { name: 'Statistics, table' }).getByRole('row')).toHaveCount(5);
      await expect(page.getByRole('listitem').filter({ hasText: 'Window left open' })).toBeVisible();
      await expect(page.getByRole('slider').first()).toBeVisible();
      await check('History, compared, with a note');
      await visit(page, devicePage(espid, 'Automation'));
      await editAutomation(page);
      const past = page
        .getByRole('dialog', { name: 'Edit automation' })
        .getByRole('region', { name: 'Test on past data' });
      await expect(past.getByRole('slider').first()).toBeVisible();
      await past.getByRole('button', { name: 'as a table' }).click();
      await expect(past.getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'A blueprint that is filled in, with the past of its rule',
    async open(page, boards) {
      const { user, espid } = await newChronicler(boards);
      await openAs(page, user, devicePage(espid, 'Automation'));
      await page.getByRole('button', { name: /^Fan by temperature/ }).click();
      const sheet = page.getByRole('dialog', { name: 'Fan by temperature' });
      await sheet.getByRole('button', { name: /Fan$/ }).click();
      await page.getByRole('option', { name: 'D1' }).click();
      await expect(sheet.getByRole('region', { name: 'Test on past data' }).getByRole('slider').first()).toBeVisible();
    },
  },
  {
    name: 'Console, searched',
    async open(page, boards, check) {
      const { user, espid } = await newMeasurer(boards);
      await openAs(page, user, devicePage(espid, 'History'));
      await page.getByRole('button', { name: 'Export' }).click();
      await expect(page.getByRole('button', { name: 'Save file' })).toBeVisible();
      await check('Export of the history');
      await closeDialog(page);
      await visit(page, devicePage(espid, 'Firmware'));
      await page.getByRole('button', { name: 'Wipe settings' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await check('Firmware, with the dialog that wipes the board');
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
      await visit(page, devicePage(espid, 'Console'));
      await page.getByLabel('Search the console').fill('connected');
      await expect(page.getByRole('log').locator('mark').first()).toBeVisible();
    },
  },
  {
    name: 'Import into the history',
    async open(page) {
      const user = await newUser();
      const [espid = ''] = await addDevices(user, 'Greenhouse');
      await openAs(page, user, devicePage(espid, 'History'));
      await page.getByRole('button', { name: 'Import file' }).click();
      const times = Array.from({ length: 20 }, (_, row) => new Date(Date.now() - row * 60_000).toISOString());
      const lines = times.map((time, row) => `${time};${row === 3 ? 'hot' : `${20 + row},5`};on`).join('\n');
      const buffer = Buffer.from(`time;Boiler (°C);pump\n${lines}\n`);
      await page.getByLabel('CSV file').setInputFiles({ name: 'values.csv', mimeType: 'text/csv', buffer });
      await expect(page.getByRole('region', { name: 'First rows, table' }).getByRole('row')).toHaveCount(21);
    },
  },
  {
    name: 'Control, with commands',
    async open(page, boards) {
      const { user, espid } = await newMeasurer(boards, 'esp8266');
      const fan = { mode: 'digit', name: 'Exhaust fan', locked: true, momentaryMs: null };
      await user.api('PUT', deviceApi(espid, '/outputs/D1'), fan);
      await user.api('POST', deviceApi(espid, '/io'), { pins: [{ pin: 'D1', mode: 'digit', value: 1 }] });
      await user.api('POST', deviceApi(espid, '/event'), { name: 'Mode', value: 'auto' });
      await openAs(page, user, devicePage(espid, 'Control'));
      await expect(page.getByRole('switch', { name: 'Exhaust fan' })).toBeChecked();
      await expect(page.getByText('Board reports auto')).toBeVisible();
    },
  },
];

const pump = { kind: 'output', pin: 'D1', mode: 'digit', value: 1 };
const timer = {
  kind: 'timer',
  at: { type: 'sun', event: 'sunset', offsetMinutes: -30 },
  repeat: { type: 'daily' },
  action: pump,
};

/** A rule that holds above 20 °C. */
const ruleOf = (espid: string) => ({
  kind: 'rule',
  forSeconds: 0,
  action: pump,
  back: null,
  limit: null,
  activeHours: null,
  conditions: [{ espid, key: 'temp', comparison: '>', threshold: 20, release: null }],
});

async function addAutomations({ user, espid }: { user: User; espid: string }): Promise<void> {
  await user.api('PATCH', '/api/profile', { timeZone: 'Asia/Bangkok' });
  await user.api('PATCH', deviceApi(espid), { location: { latitude: 13.75, longitude: 100.5 } });
  for (const definition of [timer, ruleOf(espid)])
    await user.api('POST', deviceApi(espid, '/automations'), { name: null, enabled: true, definition });
}

const addAutomation = (user: User, espid: string, definition: object) =>
  user.api('POST', deviceApi(espid, '/automations'), { name: null, enabled: true, definition });

async function editAutomation(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
}

const automations: readonly PageView[] = [
  {
    name: 'Automations, with a run',
    async open(page, boards) {
      const made = await newMeasurer(boards, 'esp8266');
      await addAutomations(made);
      await sendValues(made.board, { temp: 31, humid: 50 });
      await openAs(page, made.user, devicePage(made.espid, 'Automation'));
      await expect(page.getByRole('region', { name: 'Runs' }).getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'The editor of a rule with alternatives and steps',
    async open(page, boards) {
      const { user, espid } = await newMeasurer(boards, 'esp8266');
      const conditions = ruleOf(espid).conditions;
      const group = [...conditions, { ...conditions[0], key: 'humid', threshold: 80 }];
      const next = [
        { kind: 'wait', seconds: 600 },
        {
          kind: 'if',
          condition: {
            kind: 'joined',
            match: 'any',
            conditions: [
              ...conditions,
              { ...conditions[0], espid: undefined, kind: 'devices', scope: { kind: 'all' }, match: 'all' },
            ],
            groups: [group],
            activeHours: { from: 21_600, to: 64_800, days: [1, 2, 3, 4, 5] },
          },
        },
        {
          kind: 'if',
          condition: { kind: 'joined', conditions: [], activeHours: { from: 0, to: 3_600, days: [0, 6] } },
        },
        { kind: 'notify', text: 'Hot' },
      ];
      const otherwise = [{ ...pump, value: 0 }];
      await addAutomation(user, espid, { ...ruleOf(espid), groups: [group], next, otherwise });
      await openAs(page, user, devicePage(espid, 'Automation'));
      await editAutomation(page);
      await expect(page.getByRole('group', { name: 'Group 1' }).first()).toBeVisible();
      await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Runs on the server');
    },
  },
  {
    name: 'The editor of a timer of the sun without a place',
    async open(page) {
      const user = await newUser();
      const [espid = ''] = await addDevices(user, 'Greenhouse');
      await addAutomation(user, espid, { ...timer, action: { ...pump, pin: '4' } });
      await openAs(page, user, devicePage(espid, 'Automation'));
      await editAutomation(page);
      await expect(page.getByRole('group', { name: 'Device location' })).toBeVisible();
    },
  },
];

async function addImage(user: User, name: string): Promise<number> {
  const query = new URLSearchParams({ fileName: name, version: '1.4.0', notes: 'Quieter at night' });
  const response = await fetch(new URL(`/api/firmware/images?${query}`, user.http), {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(esp32Firmware({ version: '1.4.0' })),
  });
  const { image } = (await response.json()) as { image: { id: number } };
  return image.id;
}

const firmware: readonly PageView[] = [
  {
    name: 'Firmware, with an image and a roll-out',
    async open(page, boards) {
      const { user, board, espid } = await newMeasurer(boards);
      const [second = ''] = await addDevices(user, 'Beta');
      const imageId = await addImage(user, 'pump.bin');
      await board.stop();
      await user.api('POST', '/api/firmware/rollouts', { imageId, espids: [espid, second], strategy: 'all' });
      await openAs(page, user, devicePage(espid, 'Firmware'));
      await expect(page.getByRole('list', { name: 'Boards in the rollout of pump.bin' })).toBeVisible();
      await expect(page.getByRole('list', { name: 'Firmware files' })).toContainText('Quieter at night');
    },
  },
];

const chip = { kind: 'esp32', mac: '246f28abcdef', flashBytes: 4 * 1024 ** 2 } as const;
const choose = (page: Page, name: string, bytes: Uint8Array) =>
  page
    .locator('input[type=file]')
    .setInputFiles([{ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) }]);

const cable: readonly PageView[] = [
  {
    name: 'Flash by cable, with a board and a warning',
    async open(page, _boards, check) {
      await plugInto(page, chip);
      await openAs(page, await newUser(), '/code/flash');
      await choose(page, 'a-sketch-with-a-very-long-name-indeed.ino.merged.bin', mergedImage());
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible();
      await page.evaluate((text) => window.fakeCable.print(text), `temp:26.5,humid=70 ${'long '.repeat(60)}\n`);
      await page.getByRole('button', { name: 'Plot numbers' }).click();
      await expect(page.getByRole('button', { name: 'temp 26.5' })).toBeVisible();
      await check('Flash by cable, with the monitor open');
      await page.reload();
      await choose(page, 's3.bin', esp32Image(9000, { chipId: 9, version: '1' }));
      await page.getByRole('button', { name: /^Connect/ }).click();
      await expect(page.getByText('24:6F:28:AB:CD:EF')).toBeVisible();
      await expect(page.getByText(/ESP32-S3/).first()).toBeVisible();
    },
  },
  {
    name: 'Flash by cable in a browser without Web Serial',
    async open(page) {
      await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serial'));
      await openAs(page, await newUser(), '/code/flash');
      await expect(page.getByRole('heading', { name: 'This browser cannot flash boards' })).toBeVisible();
    },
  },
];

/** The list of devices, the tabs of one of them, and flashing by cable. */
export const devicesViews: readonly PageView[] = [
  ...lists,
  ...settings,
  ...tabs,
  ...automations,
  ...firmware,
  ...cable,
];
