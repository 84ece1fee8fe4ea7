import { expect, it } from 'vitest';
import { displayName } from './display-name.ts';

const espid = 'ESP32-D0WDQ6-100_28ab1176';
const named = (device: { name?: string; virtual?: boolean; template?: string }) =>
  (['en', 'th'] as const).map((language) => displayName({ espid, name: espid, ...device }, language));

it('calls an unnamed board after its kit or chip, with the last four digits of its id', () => {
  expect(named({ template: 'soilsensor' })).toEqual(['Soil kit 1176', 'ชุดวัดดิน 1176']);
  expect(named({ virtual: true })).toEqual(['Virtual board 1176', 'บอร์ดจำลอง 1176']);
  expect(named({ template: 'of-somebody' })).toEqual(['ESP32 1176', 'ESP32 1176']);
  const s3 = 'ESP32-S3-2_7f3a91c4';
  expect(displayName({ espid: s3, name: s3 }, 'en')).toBe('ESP32-S3 91c4');
});

it('leaves names and ids that somebody chose', () => {
  expect(named({ name: 'Greenhouse' })).toEqual(['Greenhouse', 'Greenhouse']);
  expect(displayName({ espid: 'greenhouse_12', name: 'greenhouse_12' }, 'th')).toBe('greenhouse_12');
});

it('words a name that the server made in English', () => {
  expect(displayName({ name: 'Soil kit 1176' }, 'th')).toBe('ชุดวัดดิน 1176');
});
