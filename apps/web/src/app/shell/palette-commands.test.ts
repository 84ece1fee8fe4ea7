import type { Device } from '@cyno/contract';
import { describe, expect, it } from 'vitest';
import { findCommands, paletteCommands } from './palette-commands.ts';

const device = (name: string, espid: string, pending = false) => ({ name, espid, pending }) as Device;
const devices = [
  device('Greenhouse 1', 'ESP8266-1_AB'),
  device('Old greenhouse', 'ESP32-2_CD'),
  device('New', 'ESP32-3_EF', true),
];
const shared = { ...device('Pump', 'ESP32-4_GH'), owner: 'ann@example.com', role: 'viewer' } as const;
const dashboards = [{ id: 7, name: 'Farm overview' }];
const known = { devices, dashboards, theme: 'light', menuMode: 'static', member: 'user' } as const;
const labels = (text: string) => findCommands(paletteCommands(known), text).map(({ label }) => label);

describe('palette', () => {
  it('finds names that begin with the text before names that hold it', () => {
    expect(labels('green')).toEqual(['Greenhouse 1', 'Old greenhouse']);
  });

  it('finds a dashboard by its name and by what it is', () => {
    expect(labels('farm')).toEqual(['Farm overview']);
    expect(labels('dashboard').slice(0, 3)).toEqual(['Dashboards', 'Build a dashboard', 'Farm overview']);
  });

  it('finds a device by its id and needs every word', () => {
    expect(labels('esp32-2')).toEqual(['Old greenhouse']);
    expect(labels('green old')).toEqual(['Old greenhouse']);
    expect(labels('green xyz')).toEqual([]);
  });

  it('finds the pages of a device by its name and theirs', () => {
    const found = findCommands(paletteCommands(known), 'old hist');
    expect(found.map(({ does }) => does)).toEqual([{ type: 'open', path: '/device/ESP32-2_CD/History' }]);
    expect(labels('')).not.toContain('History');
  });

  it('offers a viewer no page that needs more rights', () => {
    const commands = paletteCommands({ ...known, devices: [shared] });
    expect(findCommands(commands, 'pump settings')).toEqual([]);
    expect(findCommands(commands, 'pump history')).toHaveLength(1);
  });

  it('finds pages of the documentation, and adds a device', () => {
    expect(labels('troubleshooting')).toEqual(['Troubleshooting']);
    expect(labels('add dev')).toEqual(['Add device']);
  });

  it('leaves boards out that wait to be accepted', () => {
    expect(labels('ESP32-3')).toEqual([]);
  });

  it('finds what others share by its name and by whose it is', () => {
    const withShared = paletteCommands({ ...known, devices: [...devices, shared] });
    expect(findCommands(withShared, 'pump')).toMatchObject([{ label: 'Pump', detail: 'Shared by ann@example.com' }]);
    expect(findCommands(withShared, 'ann')).toHaveLength(1);
  });

  it('offers the logs to administrators only', () => {
    expect(labels('logs')).toEqual([]);
    expect(findCommands(paletteCommands({ ...known, member: 'admin' }), 'logs').map(({ label }) => label)).toEqual([
      'Logs',
    ]);
  });

  it('offers the other theme and the other menu', () => {
    expect(labels('theme')).toEqual(['Use the dark theme']);
    expect(labels('menu')).toEqual(['Show the menu over the page']);
  });
});
