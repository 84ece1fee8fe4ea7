import type { Device, DeviceVariable } from '@cyno/contract';
import { describe, expect, it } from 'vitest';
import { deviceOf, variableOf } from '../../../../test/devices.ts';
import { fixedColumns, tagColumns, valueColumns } from './device-columns.ts';
import type { FilterRule } from './filters/filter-match.ts';
import { isUnfiltered, type ListQuery, ownOrder, readListQuery, selectDevices, writeListQuery } from './list-query.ts';

let made = 0;

const variable = (key: string, value: DeviceVariable['value'], label = key): DeviceVariable =>
  variableOf(key, { value, label, at: 1000 });

function device(part: Partial<Device>): Device {
  made += 1;
  return deviceOf({
    espid: `ESP32-${made}`,
    name: `Device ${made}`,
    order: made,
    lastSeenAt: made * 1000,
    rssi: -60,
    onlineChangedAt: 0,
    variables: [],
    ...part,
  });
}

const greenhouse = device({ name: 'Greenhouse 1', espid: 'ESP8266-1_A', variables: [variable('temp', 31.3, 'อุณหภูมิ')] });
const tank = device({ name: 'Nursery tank', online: false, variables: [variable('level', 67)] });
const coldStore = device({
  name: 'Cold room 10',
  rssi: null,
  variables: [variable('temp', 4.8), variable('fan', true)],
});
const pump = device({ name: 'Cold room 9', firmware: null, variables: [variable('fan', false)] });
const devices = [pump, coldStore, greenhouse, tank];
const columns = [...fixedColumns(), ...valueColumns(devices)];

const query = (part: Partial<ListQuery>): ListQuery => ({ search: '', rules: [], sort: ownOrder, ...part });
const names = (part: Partial<ListQuery>) => selectDevices(devices, query(part), columns, 'UTC').map(({ name }) => name);
const rule = (column: string, mode: FilterRule['mode'], ...values: string[]): FilterRule => ({ column, mode, values });

describe('tags', () => {
  const tagged = [
    device({ name: 'Pond', tags: ['Water', 'North side'] }),
    device({ name: 'Roof', tags: ['north side'] }),
    device({ name: 'Bare' }),
  ];
  const columns = [...fixedColumns(), ...tagColumns(tagged)];
  const found = (part: Partial<ListQuery>) => selectDevices(tagged, query(part), columns).map(({ name }) => name);

  it('are searched, filtered and sorted by', () => {
    expect(found({ search: 'north pond' })).toEqual(['Pond']);
    expect(found({ rules: [{ column: 'tags', mode: 'in', values: ['North side', 'none'] }] })).toEqual([
      'Pond',
      'Roof',
    ]);
    expect(found({ rules: [{ column: 'tags', mode: 'notEquals', values: ['Water'] }] })).toEqual(['Roof', 'Bare']);
    expect(found({ sort: { column: 'tags', descending: false } })).toEqual(['Roof', 'Pond', 'Bare']);
  });

  it('are a column only where there are some', () => {
    expect(
      tagColumns(tagged)[0]
        ?.choices.map(({ id }) => id)
        .toSorted(),
    ).toEqual(['North side', 'Water', 'north side']);
    expect(tagColumns([device({})])).toEqual([]);
  });
});

describe('search', () => {
  it('searches name, id and the key and label of variables, all terms together', () => {
    expect(names({ search: 'cold 9' })).toEqual(['Cold room 9']);
    expect(names({ search: 'esp8266-1' })).toEqual(['Greenhouse 1']);
    expect(names({ search: 'FAN' })).toEqual(['Cold room 10', 'Cold room 9']);
    expect(names({ search: 'อุณหภูมิ' })).toEqual(['Greenhouse 1']);
    expect(names({ search: 'greenhouse tank' })).toEqual([]);
  });
});

describe('filter', () => {
  it('keeps the devices that pass every rule', () => {
    expect(names({ rules: [rule('status', 'equals', 'Online'), rule('value:temp', 'lt', '10')] })).toEqual([
      'Cold room 10',
    ]);
    expect(names({ rules: [rule('value:fan', 'equals', 'On')] })).toEqual(['Cold room 10']);
    expect(names({ rules: [rule('firmware', 'notEquals', '1.0.8')] })).toEqual(['Cold room 9']);
  });

  it('ignores a rule that is not filled in and a column that no device has any more', () => {
    const unfinished = query({ rules: [rule('name', 'contains', '')] });
    expect(isUnfiltered(unfinished)).toBe(true);
    expect(names(unfinished)).toHaveLength(4);
    expect(names({ rules: [rule('value:gone', 'gt', '1')] })).toHaveLength(4);
  });
});

describe('sort', () => {
  it('uses the own order by default', () => {
    expect(names({})).toEqual(['Greenhouse 1', 'Nursery tank', 'Cold room 10', 'Cold room 9']);
  });

  it('sorts names as people count', () => {
    expect(names({ sort: { column: 'name', descending: false } })).toEqual([
      'Cold room 9',
      'Cold room 10',
      'Greenhouse 1',
      'Nursery tank',
    ]);
  });

  it('puts devices without the value last in both directions', () => {
    const without = ['Nursery tank', 'Cold room 9'];
    expect(names({ sort: { column: 'value:temp', descending: false } })).toEqual([
      'Cold room 10',
      'Greenhouse 1',
      ...without,
    ]);
    expect(names({ sort: { column: 'value:temp', descending: true } })).toEqual([
      'Greenhouse 1',
      'Cold room 10',
      ...without,
    ]);
  });

  it('counts all online devices as seen now, so that they keep still', () => {
    const newestFirst = names({ sort: { column: 'lastSeen', descending: true } });
    expect(newestFirst).toEqual(['Greenhouse 1', 'Cold room 10', 'Cold room 9', 'Nursery tank']);
  });

  it('shows offline devices first when sorted by status', () => {
    expect(names({ sort: { column: 'status', descending: false } })[0]).toBe('Nursery tank');
  });
});

describe('value columns', () => {
  it('has one for each variable, of the kind of its values', () => {
    expect(valueColumns(devices).map(({ id, kind }) => [id, kind])).toEqual([
      ['value:fan', 'choice'],
      ['value:temp', 'number'],
      ['value:level', 'number'],
    ]);
  });
});

describe('address of the page', () => {
  it('gives back the query that was written, and keeps other parameters', () => {
    const written = query({
      search: 'cold & warm',
      rules: [rule('value:a~b%c', 'between', '1', ''), rule('name', 'in', 'x,y', '50%')],
      sort: { column: 'value:temp', descending: true },
    });
    const params = writeListQuery(written, new URLSearchParams('add=1&q=old'));
    expect(readListQuery(new URLSearchParams(params.toString()))).toEqual(written);
    expect(params.get('add')).toBe('1');
  });

  it('is empty for the plain list and ignores nonsense', () => {
    expect(writeListQuery(query({}), new URLSearchParams()).toString()).toBe('');
    expect(readListQuery(new URLSearchParams('f=name~like~x&f=&sort='))).toEqual(query({}));
  });
});
