import { describe, expect, it } from 'vitest';
import {
  boardFamily,
  boardTopic,
  clockSeconds,
  isLibraryBoardId,
  maxPacketBytes,
  packetBytes,
  parseEventAction,
  parseInfo,
  parseOutputAction,
  parseTemplate,
  parseTopic,
  parseUsername,
} from './index.ts';

const esp8266 = 'ESP8266-2802776_ECFABC2AC458';
const esp32 = 'ESP32-D0WDQ6-100_28abcdef';

describe('topics', () => {
  it.each([
    [`/${esp8266}/data/update`, { espid: esp8266, subtopic: 'data/update' }],
    ['/ESP32-S2 (Unknown)-0_1a2b3c/info', { espid: 'ESP32-S2 (Unknown)-0_1a2b3c', subtopic: 'info' }],
    ['/a/b', { espid: 'a', subtopic: 'b' }],
    ['', undefined],
    ['/', undefined],
    ['//data/update', undefined],
    ['/a', undefined],
    ['/a/', undefined],
    ['a/data/update', undefined],
    ['$SYS/broker', undefined],
    ['/+/data/update', undefined],
    ['/#', undefined],
    ['/__proto__\n/x', undefined],
    [`/${'x'.repeat(65)}/info`, undefined],
  ])('splits %j', (topic, expected) => {
    expect(parseTopic(topic)).toEqual(expected);
    if (expected) expect(boardTopic(expected.espid, expected.subtopic)).toBe(topic);
  });

  it.each([
    [esp8266, true, 'esp8266', 512],
    [esp32, true, 'esp32', 1024],
    ['ESP32-D0WDQ6-1_28abcdef', true, 'esp32', 1024],
    ['ESP32-PICO-V3-02-301_1a2b3c', true, 'esp32', 1024],
    ['ESP32-S2-0_5c0d21f7', true, 'esp32-s2', 1024],
    ['ESP32-S2FH32-0_5c0d21f7', true, 'esp32-s2', 1024],
    ['ESP32-S2 (Unknown)-0_5c0d21f7', true, 'esp32-s2', 1024],
    ['ESP32-S3-2_7f3a91c4', true, 'esp32-s3', 1024],
    ['ESP32-C3-3_9b21c07e', true, 'esp32-c3', 1024],
    ['ESP32-C6-1_9b21c07e', true, 'other', 512],
    ['UNKNOWN-0_1', true, 'other', 512],
    ['my-laptop', false, 'other', 512],
    ['mqttjs_8a3f', false, 'other', 512],
    ['ESP8266-2802776_ecfabc2ac458', false, 'esp8266', 512],
  ])('knows the kind of board behind %s', (espid, ofLibrary, family, bytes) => {
    expect(isLibraryBoardId(espid)).toBe(ofLibrary);
    expect(boardFamily(espid)).toBe(family);
    expect(maxPacketBytes(boardFamily(espid))).toBe(bytes);
  });

  it('counts a packet as the library does', () => {
    // Buffer - 5 - topic length, for a length field of two bytes.
    expect(packetBytes(boardTopic(esp8266, 'io'), 512 - 5 - 32)).toBe(512);
    expect(packetBytes(boardTopic(esp32, 'automation'), 1024 - 5 - 37)).toBe(1024);
    expect(packetBytes('/a/b', 121)).toBe(1 + 1 + 2 + 4 + 121);
    expect(packetBytes('/a/b', 122)).toBe(1 + 2 + 2 + 4 + 122);
    expect(packetBytes('/é/b', 1)).toBe(1 + 1 + 2 + 5 + 1);
  });
});

describe('info', () => {
  it('reads the form of the library', () => {
    expect(parseInfo('{"ip":"192.168.1.83","ssid":"Home 2G","RSSI":"-61","v":"1.0.8"}')).toEqual({
      ip: '192.168.1.83',
      ssid: 'Home 2G',
      rssi: -61,
      version: '1.0.8',
    });
  });

  it.each(['a"b\\<script>', '"', '\\', '","RSSI":"-1","v":"9', 'a\\nb', 'บ้าน', '{"ip":"6.6.6.6"}'])(
    'anchors an unescaped SSID %j from the right',
    (ssid) => {
      const text = `{"ip":"10.0.0.7","ssid":"${ssid}","RSSI":"-70","v":"1.0.8"}`;
      expect(parseInfo(text)).toEqual({ ip: '10.0.0.7', ssid, rssi: -70, version: '1.0.8' });
    },
  );

  it('reads the JSON of another client, and what is missing or absurd is null', () => {
    expect(parseInfo('{"v":"2.0", "RSSI":-50, "ssid":"x\\"y", "ip":"fe80::1"}')).toEqual({
      ip: 'fe80::1',
      ssid: 'x"y',
      rssi: -50,
      version: '2.0',
    });
    const nothing = { ip: null, ssid: null, rssi: null, version: null };
    for (const text of ['', '0', 'null', '[]', '{"ip":5,"ssid":"","RSSI":"","v":"<b>"}', '{"ip":"192.168', '\0']) {
      expect(parseInfo(text)).toEqual(nothing);
    }
    expect(parseInfo('{"ip":"(IP unset)","ssid":"","RSSI":"31","v":"1.0.8"}')).toEqual({
      ...nothing,
      rssi: 31,
      version: '1.0.8',
    });
  });
});

describe('template, actions', () => {
  it.each([
    ['dht,1', { name: 'dht', version: 1 }],
    ['pms7003_airpurifier,2', { name: 'pms7003_airpurifier', version: 2 }],
    ['a,b,255', { name: 'a,b', version: 255 }],
    ['dht', { name: 'dht', version: 0 }],
    ['0', null],
    ['', null],
    [',1', null],
    ['dht,', null],
    ['dht,256', null],
    ['a\nb,1', null],
  ])('reads the template %j', (text, expected) => expect(parseTemplate(text)).toEqual(expected));

  it.each([
    ['D1:act:1', { pin: 'D1', value: 1 }],
    ['5:act:1', { pin: '5', value: 1 }],
    ['-1:act:-20', { pin: '-1', value: -20 }],
    ['pump:1:act:0', { pin: 'pump:1', value: 0 }],
    ['D1:digit:1', null],
    ['D1:act:', null],
    [':act:1', null],
    ['D1:act:1,D2:act:0', null],
    ['', null],
  ])('reads the output report %j', (text, expected) => expect(parseOutputAction(text)).toEqual(expected));

  it.each([
    ['Event:led:1', { name: 'led', value: '1' }],
    ['Event:msg:a:b,c', { name: 'msg', value: 'a:b,c' }],
    ['Event:led:', { name: 'led', value: '' }],
    ['Event::1', null],
    ['Event:led', null],
    ['event:led:1', null],
    ['5:act:1', null],
  ])('reads the event report %j', (text, expected) => expect(parseEventAction(text)).toEqual(expected));
});

describe('clockSeconds', () => {
  const at = (iso: string) => Date.parse(iso);
  it.each([
    ['Wednesday 13:45:10', '2026-11-18T06:45:10Z', 'Asia/Bangkok', 308_710],
    ['the last second of Saturday', '2026-11-21T16:59:59Z', 'Asia/Bangkok', 604_799],
    ['Sunday midnight', '2026-11-21T17:00:00Z', 'Asia/Bangkok', 0],
    ['part of a second', '2026-11-21T17:00:00.999Z', 'Asia/Bangkok', 0],
    ['a zone with a quarter of an hour', '2026-11-21T18:15:01Z', 'Asia/Kathmandu', 1],
    ['the second before the clock goes forward', '2026-03-29T00:59:59Z', 'Europe/Berlin', 7199],
    ['the second when it goes forward', '2026-03-29T01:00:00Z', 'Europe/Berlin', 10_800],
    ['the second before it goes back', '2026-10-25T00:59:59Z', 'Europe/Berlin', 10_799],
    ['the second when it goes back', '2026-10-25T01:00:00Z', 'Europe/Berlin', 7200],
    ['midnight that is skipped', '2026-09-06T04:00:00Z', 'America/Santiago', 3600],
    ['the other side of the date line', '2026-11-21T09:30:00Z', 'Pacific/Kiritimati', 6 * 86_400 + 84_600],
  ])('gives %s', (_what, iso, zone, expected) => expect(clockSeconds(at(iso), zone)).toBe(expected));

  it('refuses a zone that does not exist', () => expect(() => clockSeconds(0, 'Mars/Olympus')).toThrow(RangeError));
});

describe('parseUsername', () => {
  it.each([
    ['you@example.com', 'you@example.com', null],
    [' You@Example.COM  ', 'you@example.com', null],
    ['you@example.com/k7qm-2xfd', 'you@example.com', 'K7QM-2XFD'],
    [' You@Example.com / k7qm-2xfd ', 'you@example.com', 'K7QM-2XFD'],
    ['you@example.com/', 'you@example.com', null],
    ['odd/name@example.com', 'odd/name@example.com', null],
    ['odd/name@example.com/KEY', 'odd/name@example.com', 'KEY'],
    ['', '', null],
    ['/KEY', '', 'KEY'],
  ])('splits %j', (username, email, key) => expect(parseUsername(username)).toEqual({ email, key }));
});
