import { expect, it } from 'vitest';
import { en } from './en.ts';
import { deviceLogText, deviceLogTextIn } from './index.ts';
import { th } from './th.ts';

it('words what the server wrote for the reader, with its values', () => {
  const text = deviceLogText('update_failed', { image: 'pump.bin (2.1)', reason: 'The board did not fetch it.' });
  expect(text).toBe('update to pump.bin (2.1) failed: The board did not fetch it.');
  expect(deviceLogTextIn({ kind: 'firmware', text }, 'th')).toBe(
    'อัปเดตเป็น pump.bin (2.1) ไม่สำเร็จ: The board did not fetch it.',
  );
  expect(deviceLogTextIn({ kind: 'info', text: 'signal -71 dBm, Wi-Fi "Farm", 192.0.2.3, firmware 1.0.8' }, 'th')).toBe(
    'สัญญาณ -71 dBm, Wi-Fi "Farm", 192.0.2.3, เฟิร์มแวร์ 1.0.8',
  );
  expect(deviceLogTextIn({ kind: 'connected', text: 'connected from 192.0.2.3' }, 'en')).toBe(
    'connected from 192.0.2.3',
  );
});

it.each(Object.keys(en) as (keyof typeof en)[])('%s has the same values in Thai', (code) => {
  const namesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  expect(namesIn(th[code])).toEqual(namesIn(en[code]));
});

it('leaves what the board sent, and lines of older versions that have other words', () => {
  expect(deviceLogTextIn({ kind: 'debug', text: 'active again' }, 'th')).toBe('active again');
  expect(deviceLogTextIn({ kind: 'note', text: 'something of 2025' }, 'th')).toBe('something of 2025');
});
