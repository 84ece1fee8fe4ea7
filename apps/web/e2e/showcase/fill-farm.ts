import type { VirtualBoard } from '@cyno/virtual-board';
import type { PageIds } from '../support/page-paths.ts';
import { type Readings, sendPastDay } from '../support/past-day.ts';
import type { Product } from '../support/product.ts';
import { newUser, type User } from '../support/users.ts';
import {
  type FarmAccess,
  farmBoards,
  farmOwner,
  farmReadings,
  startFarm,
  startFarmBoard,
  utcOffsetHours,
} from './farm.ts';
import { farmDashboard } from './farm-dashboard.ts';
import { importMonth } from './import-month.ts';

/** The showcase account, filled. */
export interface Farm {
  readonly user: User;
  readonly access: FarmAccess;
  /** Those that are online; the caller stops them. */
  readonly boards: readonly VirtualBoard[];
  /** Of the greenhouse, and of what was made for it. */
  readonly ids: PageIds;
}

/**
 * Makes the first account of a new server and fills it over the API and MQTT: boards with a month of history, outputs, a dashboard, notes,
 * shares and links.
 */
export async function fillFarm(server: Pick<Product, 'http' | 'mqtt' | 'mqtts' | 'setup'>): Promise<Farm> {
  const setupCode = new URL(server.setup ?? '').searchParams.get('setup') ?? '';
  const user = await newUser(server, { setupCode, email: farmOwner.email });
  await user.api('PATCH', '/api/profile', { timeZone: 'Asia/Bangkok', boardsSendTimes: true });
  const { connectionKey } = (await user.api('GET', '/api/pairing')) as { connectionKey: string };
  const access = { connectionKey, http: server.http, mqtts: server.mqtts };
  const readings = await fillBoards(user, access, server.mqtt ?? '');
  // They carry out the commands below.
  const boards = await startFarm(access, readings);
  const espids = farmBoards.map(({ espid }) => espid);
  const [greenhouse = ''] = espids;
  await operate(user, greenhouse);
  const { id } = (await user.api('POST', '/api/dashboards', farmDashboard(espids))) as { id: number };
  const setup = { board: 'd1-mini', host: new URL(server.http).hostname, content: { type: 'kit', kit: 'bme280' } };
  const project = (await user.api('POST', '/api/projects', { name: 'Greenhouse', setup, espids: [greenhouse] })) as {
    id: number;
  };
  const ids = { espid: greenhouse, project: project.id, dashboard: id, ...(await share(user, greenhouse, id)) };
  return { user, access, boards, ids };
}

async function fillBoards(user: User, access: FarmAccess, mqtt: string): Promise<Map<string, Readings>> {
  const username = `${user.email}/${access.connectionKey}`;
  const readings = new Map<string, Readings>();
  for (const farmBoard of farmBoards) {
    const { espid, name, kit, gap } = farmBoard;
    const board = await startFarmBoard(farmBoard, access, null);
    await board.stop();
    await user.api('PATCH', `/api/device/${encodeURIComponent(espid)}`, { name });
    const read = farmReadings(farmBoard);
    await importMonth(user, { espid, read, utcOffsetHours });
    await sendPastDay({ espid, kit, username, mqtt, stepMs: 20_000, utcOffsetHours, read, ...(gap && { gap }) });
    readings.set(espid, read);
  }
  return readings;
}

/** Sets up outputs and events on a board and switches them, as their owner would have. */
async function operate(user: User, espid: string): Promise<void> {
  const device = `/api/device/${encodeURIComponent(espid)}`;
  const outputs = [
    { pin: 'D1', mode: 'digit', name: 'Exhaust fan', locked: false, momentaryMs: null },
    { pin: 'D2', mode: 'digit', name: 'Drip valve', locked: true, momentaryMs: null },
    { pin: 'D5', mode: 'pwm', name: 'Grow light', locked: false, momentaryMs: null },
    { pin: 'D6', mode: 'digit', name: 'Mist pump', locked: false, momentaryMs: 5_000 },
  ];
  for (const { pin, ...output } of outputs) await user.api('PUT', `${device}/outputs/${pin}`, output);
  const pins = [
    { pin: 'D1', mode: 'digit', value: 1 },
    { pin: 'D5', mode: 'pwm', value: 102 },
  ];
  await user.api('POST', `${device}/io`, { pins });
  await user.api('POST', `${device}/event`, { name: 'Mode', value: 'auto' });
  await user.api('POST', `${device}/event`, { name: 'Start', value: '40' });
  const event = { min: 0, max: 100, step: 1, choices: [], locked: false, momentary: false };
  await user.api('PUT', `${device}/events/Start`, { ...event, label: 'Start at', widget: 'slider' });
}

/** Writes on the time line and shares with others, as their owner would have. */
async function share(user: User, espid: string, dashboardId: number): Promise<Pick<PageIds, 'link' | 'pass'>> {
  const device = `/api/device/${encodeURIComponent(espid)}`;
  const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000;
  const notes = [
    { from: hoursAgo(18), to: hoursAgo(16.5), text: 'Roof stood open', tone: 'warning' },
    { from: hoursAgo(9), to: null, text: 'Beds watered by hand', tone: 'good' },
    { from: hoursAgo(5.2), to: hoursAgo(4.7), text: 'Sensor unplugged', tone: 'problem' },
  ];
  for (const note of notes) await user.api('POST', `${device}/annotations`, note);
  const people = [
    { email: 'malee@example.com', role: 'operator', expiresAt: null },
    { email: 'school-lab@example.com', role: 'viewer', expiresAt: Date.now() + 30 * 24 * 3_600_000 },
  ];
  for (const person of people) await user.api('POST', `${device}/shares`, person);
  const { dashboard } = (await user.api('GET', `${device}/dashboard`)) as { dashboard: { id: number } };
  const link = { expiresAt: null, exposed: [], origins: [], password: null };
  await user.api('POST', `/api/dashboards/${dashboard.id}/links`, { ...link, name: 'Screen in the club house' });
  const openDay = await user.api('POST', `/api/dashboards/${dashboardId}/links`, { ...link, name: 'Open day' });
  const pass = await user.api('POST', `${device}/passes`, {
    name: 'Neighbour, in the holidays',
    title: 'Drip valve',
    uses: 12,
    from: null,
    target: { kind: 'output', pin: 'D2', mode: 'digit' },
    offers: [{ value: '1', label: 'Water' }],
    until: Date.now() + 7 * 24 * 3_600_000,
  });
  return { link: (openDay as { token: string }).token, pass: (pass as { token: string }).token };
}
