import { expect, it } from 'vitest';
import { en as problemsEn } from '../message-problems/en.ts';
import { th as problemsTh } from '../message-problems/th.ts';
import { en as reasonsEn } from '../update-reasons/en.ts';
import { updateReason } from '../update-reasons/index.ts';
import { th as reasonsTh } from '../update-reasons/th.ts';
import * as english from './en.ts';
import {
  appMessageLogText,
  automationLogText,
  deviceLogText,
  deviceLogTextIn,
  orderLogText,
  runLogText,
} from './index.ts';
import * as thai from './th.ts';

const inThai = (kind: Parameters<typeof deviceLogTextIn>[0]['kind'], text: string) =>
  deviceLogTextIn({ kind, text, run: null }, 'th');

it('words what the server wrote for the reader, with its values', () => {
  const reason = updateReason('stood_still', { percent: 40 });
  const text = deviceLogText('update_failed', { image: 'pump.bin (2.1)', reason });
  expect(text).toBe('update to pump.bin (2.1) failed: The download stood still for 3 minutes at 40 %.');
  expect(inThai('firmware', text)).toBe('อัปเดตเป็น pump.bin (2.1) ไม่สำเร็จ: การดาวน์โหลดหยุดนิ่งที่ 40 % นาน 3 นาที');
  expect(inThai('info', 'signal -71 dBm, Wi-Fi "Farm", 192.0.2.3, firmware 1.0.8')).toBe(
    'สัญญาณ -71 dBm, Wi-Fi "Farm", 192.0.2.3, เฟิร์มแวร์ 1.0.8',
  );
  expect(inThai('command', orderLogText('reboot', { user: 'ann@example.com' }))).toBe('reboot สั่งโดย ann@example.com');
  expect(inThai('note', deviceLogText('import_done', { name: 'may.csv', added: '1,200', changed: '0' }))).toBe(
    'นำเข้า may.csv: เพิ่ม 1,200 ค่า เปลี่ยน 0 ค่า',
  );
  expect(deviceLogTextIn({ kind: 'connected', text: 'connected from 192.0.2.3', run: null }, 'en')).toBe(
    'connected from 192.0.2.3',
  );
});

it('words what is wrong with a message, sentence by sentence', () => {
  expect(inThai('bad_message', '"a. b" has no value. It was left out, and 2 others too.')).toBe(
    '"a. b" ไม่มีค่า จึงข้ามไป และข้ามอีก 2 ตัว',
  );
  expect(
    inThai(
      'bad_message',
      '"t" had no usable value. The message is not valid JSON behind "a. b"; what follows was left out.',
    ),
  ).toBe('"t" ไม่มีค่าที่ใช้ได้ ข้อความไม่ใช่ JSON ที่ถูกต้องหลัง "a. b" จึงข้ามส่วนที่เหลือ');
  const problem = 'This board has no pin "D9".';
  expect(inThai('bad_message', appMessageLogText('from_app', { topic: 'io', problem }))).toBe(
    'แอปส่งมาที่ io: บอร์ดนี้ไม่มีขา "D9"',
  );
});

it('words what an automation did by what it reports', () => {
  const run = {
    name: 'temp above 30',
    report: [
      {
        code: 'held' as const,
        facts: [
          {
            ...{ kind: 'value' as const, label: 'temp', device: null, unit: '°C' },
            ...{ value: 31, comparison: '>' as const, threshold: 30 },
          },
        ],
        seconds: 0,
      },
      { code: 'switched' as const, action: { kind: 'output' as const, pin: 'D1', mode: 'digit' as const, value: 1 } },
    ],
  };
  const text = runLogText(run);
  expect(text).toBe('temp above 30: temp was 31 °C, above 30. D1 on.');
  expect(deviceLogTextIn({ kind: 'automation', text, run }, 'en')).toBe(text);
  expect(deviceLogTextIn({ kind: 'automation', text, run }, 'th')).toBe('temp สูงกว่า 30: temp 31 °C สูงกว่า 30 เปิด D1');
  expect(inThai('automation', automationLogText('reads', { name: 'temp above 30', espid: 'ESP32-2' }))).toBe(
    'ปิด temp สูงกว่า 30 แล้ว เพราะใช้ค่าของ ESP32-2 ซึ่งย้ายไปอยู่บัญชีอื่น',
  );
});

const namesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

it.each([
  ['lines', english.en, thai.th],
  ['orders', english.orders, thai.orders],
  ['automations', english.automations, thai.automations],
  ['messages', english.messages, thai.messages],
  ['reasons', reasonsEn, reasonsTh],
  ['problems', problemsEn, problemsTh],
] as [string, Record<string, string>, Record<string, string>][])('%s have the same values in Thai', (_, en, th) => {
  for (const [code, text] of Object.entries(en)) expect(namesIn(th[code] ?? ''), code).toEqual(namesIn(text));
});

it('leaves what the board sent, and lines of older versions that have other words', () => {
  expect(inThai('debug', 'active again')).toBe('active again');
  expect(inThai('note', 'something of 2025')).toBe('something of 2025');
  expect(inThai('automation', 'Pump: Temperature was 31 °C, above 30. D1 on.')).toBe(
    'Pump: Temperature was 31 °C, above 30. D1 on.',
  );
  expect(inThai('bad_message', 'something of 2025. It was left out.')).toBe('something of 2025. It was left out.');
});
