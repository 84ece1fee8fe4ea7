import { expect, test } from 'vitest';
import { commandReasons } from '../../boards/command-reasons.ts';
import { commandReasonsTh } from '../../boards/command-reasons-th.ts';
import type { RunFact, RunReport } from '../run-reports.ts';
import { runText } from './index.ts';

const soil = { label: 'Soil', device: null, unit: '%' };
const dry = { ...soil, value: 12, comparison: '<', threshold: 20 } as const;
const pump = { kind: 'output', pin: 'D1', mode: 'digit', value: 1 } as const;
const hot: RunFact = {
  kind: 'value',
  label: 'Temperature',
  device: 'House 2',
  unit: '°C',
  value: 31,
  comparison: '>=',
  threshold: 30,
};

const reports: [RunReport, string, string][] = [
  [
    [{ code: 'held', facts: [{ kind: 'value', ...dry }], seconds: 300 }],
    'Soil was 12 %, below 20 for 5 minutes.',
    'Soil 12 % ต่ำกว่า 20 นาน 5 นาที',
  ],
  [
    [{ code: 'held', facts: [{ kind: 'value', ...dry }, hot, { kind: 'more', count: 2 }], seconds: 0 }],
    'Soil was 12 %, below 20, Temperature of House 2 was 31 °C, at or above 30 and 2 more devices.',
    'Soil 12 % ต่ำกว่า 20 อุณหภูมิ ของ House 2 31 °C ตั้งแต่ 30 ขึ้นไป และอุปกรณ์อื่นอีก 2 เครื่อง',
  ],
  [
    [{ code: 'held', facts: [{ kind: 'alert', name: 'Frost', state: 'cleared', device: 'Pond' }], seconds: 0 }],
    'Alert "Frost" of Pond has cleared.',
    'การเตือน “Frost” ที่ Pond หายแล้ว',
  ],
  [
    [
      { code: 'ceased', ...dry, value: 20, release: null },
      { code: 'more_ceased', count: 2 },
    ],
    'Soil was 20 %, no longer below 20. The same is true of 2 more devices.',
    'Soil 20 % พ้นเงื่อนไข “ต่ำกว่า 20” แล้ว อุปกรณ์อื่นอีก 2 เครื่องก็เช่นกัน',
  ],
  [
    [
      {
        code: 'held',
        facts: [
          { kind: 'value', ...dry, label: 'pm2.5' },
          { kind: 'alert', name: null, state: 'active', device: 'Pond' },
          { kind: 'alert', name: 'Frost', state: 'active', device: 'Pond' },
        ],
        seconds: 0,
      },
      { code: 'alert_ceased', name: null, state: 'active' },
      { code: 'more_ceased', count: 1 },
    ],
    'pm2.5 was 12 %, below 20, an alert of Pond is active and alert "Frost" of Pond is active. An alert is no longer active. The same is true of 1 more device.',
    'pm2.5 12 % ต่ำกว่า 20 การเตือน ที่ Pond กำลังเตือน และการเตือน “Frost” ที่ Pond กำลังเตือน การเตือน ไม่เตือนแล้ว อุปกรณ์อื่นอีก 1 เครื่องก็เช่นกัน',
  ],
  [
    [{ code: 'ceased', ...dry, comparison: '!=', value: 20, release: null }],
    'Soil was 20 %, equal to 20.',
    'Soil 20 % พ้นเงื่อนไข “ไม่เท่ากับ 20” แล้ว',
  ],
  [
    [{ code: 'not_held', ...dry, comparison: '!=', value: 20 }],
    'Soil was 20 %, equal to 20.',
    'Soil 20 % ไม่เข้าเงื่อนไข “ไม่เท่ากับ 20”',
  ],
  [
    [{ code: 'due', at: { type: 'time', secondOfDay: 25_200 }, repeat: { type: 'daily' }, lateMs: 180_000 }],
    'Due every day at 07:00 (3 minutes late, because the server was away).',
    'ถึงเวลาที่ตั้งไว้: ทุกวัน เวลา 07:00 น. (ช้าไป 3 นาที เพราะเซิร์ฟเวอร์หยุดทำงานอยู่)',
  ],
  [
    [
      {
        code: 'due',
        at: { type: 'sun', event: 'sunset', offsetMinutes: -30 },
        repeat: { type: 'weekly', days: [5, 1] },
        lateMs: null,
      },
      { code: 'board_has_timer' },
    ],
    'Due on Monday and Friday 30 minutes before sunset. The board has the timer.',
    'ถึงเวลาที่ตั้งไว้: ทุกวันจันทร์และวันศุกร์ ก่อนพระอาทิตย์ตก 30 นาที ตัวตั้งเวลานี้อยู่บนบอร์ด',
  ],
  [
    [{ code: 'acknowledged', action: pump, ms: 84 }],
    'D1 on, acknowledged after 84 ms.',
    'เปิด D1 บอร์ดตอบรับใน 84 มิลลิวินาที',
  ],
  [
    [
      { code: 'continued', facts: [{ kind: 'value', ...dry }, hot] },
      { code: 'unconfirmed', action: pump },
    ],
    'It continued: Soil was 12 %, below 20 and Temperature of House 2 was 31 °C, at or above 30. D1 on. The firmware of the board cannot confirm it.',
    'ทำต่อเพราะ: Soil 12 % ต่ำกว่า 20 และอุณหภูมิ ของ House 2 31 °C ตั้งแต่ 30 ขึ้นไป เปิด D1: ส่งแล้ว แต่เฟิร์มแวร์ของบอร์ดยืนยันผลไม่ได้',
  ],
  [[{ code: 'acknowledged', action: null, ms: null }], 'Acknowledged.', 'บอร์ดตอบรับแล้ว'],
  [
    [{ code: 'scene_ended', scene: 'Night', done: 3, count: 4 }],
    'Scene "Night": 3 of 4 done.',
    'ชุดคำสั่ง “Night”: สำเร็จ 3 จาก 4 รายการ',
  ],
  [[{ code: 'scene_ended', scene: '', done: 2, count: 2 }], 'Scene: all 2 done.', 'ชุดคำสั่ง: สำเร็จทั้ง 2 รายการ'],
  [
    [{ code: 'not_held', ...dry, value: 30 }, { code: 'rest_left_out' }],
    'Soil was 30 %, not below 20. What follows was left out.',
    'Soil 30 % ไม่เข้าเงื่อนไข “ต่ำกว่า 20” จึงข้ามขั้นตอนที่เหลือ',
  ],
  [[{ code: 'reason', text: 'The board did not answer.' }], 'The board did not answer.', 'บอร์ดไม่ตอบ'],
  [[{ code: 'reason', text: 'E-17 of the sketch' }], 'E-17 of the sketch', 'E-17 of the sketch'],
  [[], '', ''],
];

test.each(reports)('%j', (report, english, thai) => {
  expect(runText(report, 'en')).toBe(english);
  expect(runText(report, 'th')).toBe(thai);
});

test('each reason of a command is in Thai', () => {
  expect(Object.keys(commandReasonsTh).sort()).toEqual([...commandReasons].sort());
});
