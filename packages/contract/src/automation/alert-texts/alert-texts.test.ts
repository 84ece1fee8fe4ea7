import { expect, test } from 'vitest';
import type { AlertReport, AlertStatement } from '../alert-reports.ts';
import { alertText } from './index.ts';

const level = { label: 'Level', unit: 'cm' };
const low = { ...level, side: 'below', limit: 10 } as const;
const usual = { ...level, low: 20, high: 30 };

const sentences: [AlertStatement, string, string][] = [
  [
    { code: 'past_limit', ...low, value: 9.5, seconds: 300 },
    'Level was 9.5 cm, below 10 cm for 5 minutes.',
    'ระดับ 9.5 cm ต่ำกว่า 10 cm นาน 5 นาที',
  ],
  [
    { code: 'past_limit', label: 'Current', unit: 'A', side: 'above', limit: 0.0003, value: 0.00041234, seconds: 0 },
    'Current was 4.12e-4 A, above 3e-4 A.',
    'กระแสไฟฟ้า 4.12e-4 A สูงกว่า 3e-4 A',
  ],
  [
    { code: 'past_limit', label: 'Level', unit: 'cm', side: 'above', limit: -0.0003, value: 0, seconds: 0 },
    'Level was 0 cm, above -3e-4 cm.',
    'ระดับ 0 cm สูงกว่า -3e-4 cm',
  ],
  [
    { code: 'within_limit', ...low, value: 12 },
    'Level was 12 cm, no longer below 10 cm.',
    'ระดับ 12 cm ไม่ต่ำกว่า 10 cm แล้ว',
  ],
  [
    { code: 'moved', ...level, from: 30, to: 20, seconds: 3_600 },
    'Level fell by 10 cm within 1 hour, from 30 cm to 20 cm.',
    'ระดับ ลดลง 10 cm ภายใน 1 ชั่วโมง จาก 30 cm เป็น 20 cm',
  ],
  [
    { code: 'silent', ms: 7_200_000, usualMs: 60_000 },
    'It has sent nothing for 2 hours. It usually sends every minute.',
    'ไม่ได้ส่งข้อมูลมา 2 ชั่วโมงแล้ว ปกติส่งทุก 1 นาที',
  ],
  [
    { code: 'will_pass', ...low, value: 14, ms: 7_200_000, perHour: -2 },
    'Level will be below 10 cm in about 2 hours: it is 14 cm and falls by 2 cm an hour.',
    'ระดับ จะต่ำกว่า 10 cm ในอีกประมาณ 2 ชั่วโมง ตอนนี้ 14 cm และลดลงชั่วโมงละ 2 cm',
  ],
  [
    { code: 'unusual', ...usual, value: 45, seconds: 0 },
    'Level was 45 cm, outside of 20 cm to 30 cm, which is usual at this hour.',
    'ระดับ 45 cm ผิดไปจากปกติของช่วงเวลานี้ ซึ่งอยู่ที่ 20 cm ถึง 30 cm',
  ],
];

test.each(sentences)('%o', (statement, english, thai) => {
  expect(alertText([statement], 'en')).toBe(english);
  expect(alertText([statement], 'th')).toBe(thai);
});

test('a report of several statements is read in their order, and an empty one is nothing', () => {
  const report: AlertReport = [{ code: 'update_failed' }, { code: 'reason', text: 'No space left.' }];
  expect(alertText(report, 'en')).toBe('The firmware update failed. No space left.');
  expect(alertText(report, 'th')).toBe('อัปเดตเฟิร์มแวร์ไม่สำเร็จ No space left.');
  expect(alertText([], 'th')).toBe('');
});
