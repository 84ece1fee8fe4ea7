import type { Device } from '@cyno/contract';
import { describe, expect, it } from 'vitest';
import { rangeOf } from './choosing.ts';
import { fixedColumns } from './device-columns.ts';
import { deviceCsv } from './device-csv.ts';
import { sectionCounts, sectionName, sectionsOf } from './groups/device-sections.ts';
import { ownOrder, readListQuery } from './list-query.ts';
import { defaultDisplay, readListDisplay, wholeAddress, writeListDisplay } from './views/list-display.ts';

const device = (espid: string, part: Partial<Device> = {}) =>
  ({ espid, name: espid, online: false, groupId: null, tags: [], variables: [], lastSeenAt: null, ...part }) as Device;

describe('a range', () => {
  it('goes both ways, and is one entry when the other is not shown', () => {
    expect(rangeOf(['a', 'b', 'c', 'd'], 'b', 'd')).toEqual(['b', 'c', 'd']);
    expect(rangeOf(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['b', 'c', 'd']);
    expect(rangeOf(['a', 'b'], 'gone', 'b')).toEqual(['b']);
  });
});

describe('sections', () => {
  const groups = [
    { id: 2, name: 'South', hue: 1 },
    { id: 1, name: 'North', hue: 2 },
    { id: 3, name: 'Empty', hue: 3 },
  ];
  const devices = [
    device('a', { groupId: 1, online: true }),
    device('b'),
    device('c', { groupId: 2 }),
    device('d', { groupId: 1 }),
    device('e', { groupId: 99 }),
  ];

  it('stand in the order of the groups, those in none last', () => {
    const visible = sectionsOf(devices, groups, { withEmpty: false });
    expect(visible.map(sectionName)).toEqual(['South', 'North', 'No group']);
    expect(visible.map((section) => section.devices.map(({ espid }) => espid))).toEqual([
      ['c'],
      ['a', 'd'],
      ['b', 'e'],
    ]);
    expect(visible.map(sectionCounts)).toEqual(['1 device, 0 online', '2 devices, 1 online', '2 devices, 0 online']);
  });

  it('without a device are there while nothing is filtered', () => {
    expect(sectionsOf([], groups, { withEmpty: true }).map(sectionCounts)).toEqual([
      'No devices',
      'No devices',
      'No devices',
    ]);
  });
});

describe('the appearance of the list', () => {
  const table = { view: 'table', columns: ['name', 'value:a~b', 'value:50%'], grouped: true } as const;

  it('stands in the address, and comes back from it', () => {
    const params = writeListDisplay(table, new URLSearchParams('q=pond'), defaultDisplay);
    expect(params.get('q')).toBe('pond');
    expect(readListDisplay(new URLSearchParams(params.toString()), defaultDisplay)).toEqual(table);
    expect(writeListDisplay(defaultDisplay, params, defaultDisplay).toString()).toBe('q=pond');
  });

  it('is what this browser stored where the address has nothing', () => {
    expect(readListDisplay(new URLSearchParams(), table)).toEqual(table);
    expect(readListDisplay(new URLSearchParams('view=nonsense&by=none'), table)).toEqual({ ...table, grouped: false });
  });

  it('as a whole address shows the same in a browser that stored something else', () => {
    const query = { search: 'pond', rules: [], sort: { column: 'name', descending: true } };
    const params = new URLSearchParams(wholeAddress(query, { ...defaultDisplay, view: 'table' }));
    expect(readListDisplay(params, table)).toEqual({ ...defaultDisplay, view: 'table' });
    expect(readListQuery(params)).toEqual(query);
    const plain = new URLSearchParams(wholeAddress({ search: '', rules: [], sort: ownOrder }, defaultDisplay));
    expect(readListDisplay(plain, table)).toMatchObject({ view: 'cards', grouped: false });
  });
});

describe('the list as CSV', () => {
  const columns = fixedColumns().filter(({ id }) => ['name', 'lastSeen', 'signal'].includes(id));

  it('quotes, keeps numbers, writes instants, and disarms formulas', () => {
    const rows = [
      device('a', { name: 'Roof, "north"', lastSeenAt: 0, rssi: -60 }),
      device('b', { name: '=HYPERLINK("x")', rssi: null }),
    ];
    expect(deviceCsv(rows, columns)).toBe(
      'Name,Last seen,Signal (dBm)\r\n"Roof, ""north""",1970-01-01T00:00:00.000Z,-60\r\n"\'=HYPERLINK(""x"")",,\r\n',
    );
  });
});
