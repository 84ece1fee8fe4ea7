import { expect, it } from 'vitest';
import { boardEspid, type ChipIdentity } from './board-espid.ts';

const esp32 = { name: 'ESP32', mac: '24:6F:28:AB:CD:EF', revision: 100, packageId: 0 };

it.each<[string | null, ChipIdentity]>([
  ['ESP8266-2802776_ECFABC2AC458', { name: 'ESP8266', mac: 'ec:fa:bc:2a:c4:58', revision: 0, packageId: 0 }],
  ['ESP32-D0WDQ6-100_28abcdef', esp32],
  ['ESP32-D0WDQ6-V3-300_28abcdef', { ...esp32, revision: 300 }],
  ['ESP32-D0WD-V3-301_28abcdef', { ...esp32, revision: 301, packageId: 1 }],
  ['ESP32-PICO-D4-100_28abcdef', { ...esp32, packageId: 5 }],
  ['Unknown-100_28abcdef', { ...esp32, packageId: 3 }],
  ['ESP32-D0WDQ6-100_1a2b3c', { ...esp32, mac: '24:6F:00:1A:2B:3C' }],
  ['ESP32-S2-0_28abcdef', { ...esp32, name: 'ESP32-S2', revision: 0 }],
  ['ESP32-S2FH32-100_28abcdef', { ...esp32, name: 'ESP32-S2', packageId: 2 }],
  ['ESP32-S2 (Unknown)-100_28abcdef', { ...esp32, name: 'ESP32-S2', packageId: 9 }],
  ['ESP32-S3-2_28abcdef', { ...esp32, name: 'ESP32-S3', revision: 2 }],
  [null, { ...esp32, name: 'ESP32-P4' }],
])('an espid is %s', (espid, chip) => expect(boardEspid(chip)).toBe(espid));
