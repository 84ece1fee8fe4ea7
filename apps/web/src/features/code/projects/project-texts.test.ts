import type { SketchKit } from '@cyno/contract';
import { describe, expect, it } from 'vitest';
import { editSentence, librariesOf, wiringOf } from './guide-text.ts';
import { contentText, deviceText } from './project-text.ts';
import { findKits, groupKits } from './setup/kit-search.ts';
import { formOf } from './setup/setup-form.ts';

const kit = (id: string, part: Partial<SketchKit>): SketchKit => ({
  id,
  name: id,
  group: 'climate',
  summary: '',
  sensor: '',
  boards: ['esp32'],
  variables: [],
  events: [],
  onBoards: [],
  template: null,
  libraries: ['CynoIOT', 'MQTT'],
  intervalS: 5,
  budget: { bytes: 0, maxBytes: 240 },
  ...part,
});
const kits = [
  kit('dht', {
    name: 'Air temperature',
    sensor: 'DHT22',
    variables: [{ key: 't', label: 'Temperature', unit: '°C', min: 0, max: 50, decimals: 1 }],
    onBoards: [{ board: 'esp32', wiring: ['DHT22: DATA to 27.'], outputs: [] }],
    libraries: ['CynoIOT', 'MQTT', 'DHT sensor library'],
  }),
  kit('pzem', { name: 'Mains meter', group: 'power', sensor: 'PZEM-004T' }),
];
const catalog = { boards: [], kits };
const own = { variables: [], outputs: [], events: [], template: null, intervalS: 5 };
const host = 'iot.example.com';

describe('the list of kits', () => {
  it.each([
    ['dht22', ['dht']],
    ['°c temperature', ['dht']],
    ['meter dht', []],
    ['', ['dht', 'pzem']],
  ])('finds %j', (search, ids) => {
    expect(findKits(kits, search).map(({ id }) => id)).toEqual(ids);
  });

  it('has power first, and no empty groups', () => {
    expect(groupKits(kits).map(({ label }) => label)).toEqual(['Power', 'Climate']);
  });
});

describe('the texts of a project', () => {
  it('names the kit, or counts what is its own', () => {
    expect(contentText({ board: 'esp32', host, content: { type: 'kit', kit: 'dht' } }, catalog)).toBe(
      'Air temperature',
    );
    expect(
      contentText(
        {
          board: 'esp32',
          host,
          content: { type: 'own', own: { ...own, outputs: [{ pin: '4', name: '', mode: 'digit' }] } },
        },
        catalog,
      ),
    ).toBe('Own setup: 1 output');
    expect(contentText({ board: 'esp32', host, content: { type: 'own', own } }, catalog)).toBe(
      'Own setup: nothing yet',
    );
  });

  it.each([
    [[], 'Not linked to a device'],
    [['a'], 'Device a'],
    [['a', 'b', 'c'], 'Device a and 2 more'],
  ])('says where it runs: %j', (espids, text) => {
    expect(deviceText(espids, (espid) => `Device ${espid}`)).toBe(text);
  });
});

describe('the guide', () => {
  const form = formOf('', { board: 'esp32', host, content: { type: 'kit', kit: 'dht' } }, 'dht');

  it('takes wiring and libraries from the kit, and for one’s own what every sketch needs', () => {
    expect(wiringOf(form, catalog)).toEqual(['DHT22: DATA to 27.']);
    expect(librariesOf(form, catalog)).toEqual(['CynoIOT', 'MQTT', 'DHT sensor library']);
    const outputs = [{ id: '1', pin: '4', name: ' Fan ', mode: 'digit' as const }];
    const ownForm = { ...form, type: 'own' as const, own: { ...form.own, outputs } };
    expect(wiringOf(ownForm, catalog)).toEqual(['Fan: to pin 4.']);
    expect(librariesOf(ownForm, catalog)).toEqual(['CynoIOT', 'MQTT']);
  });

  it.each([
    [[9], 'in line 9,'],
    [[9, 10], 'in lines 9 and 10,'],
  ])('names the lines to fill in: %j', (editLines, text) => {
    const files = [{ path: 'a.ino', text: '', editLines }];
    expect(editSentence({ name: 'a', files, notes: [], budget: { bytes: 0, maxBytes: 240 } })).toContain(text);
  });
});
