import { expect, test } from 'vitest';
import { messageResultText } from './index.ts';
import type { MessageResult } from './message-result.ts';

const fan = { code: 'switched', output: 'Fan', on: true, device: 'Greenhouse' } as const;

test.each<[MessageResult, string, string]>([
  [{ code: 'acknowledged', count: 1 }, 'Alert acknowledged.', 'รับทราบการเตือนแล้ว'],
  [{ code: 'acknowledged', count: 3 }, '3 alerts acknowledged.', 'รับทราบการเตือน 3 รายการแล้ว'],
  [
    { code: 'snoozed', count: 1, minutes: 60 },
    'Nobody is notified of this alert for 1 hour.',
    'ไม่แจ้งเตือนเรื่องนี้ถึงใครเป็นเวลา 1 ชั่วโมง',
  ],
  [{ ...fan, online: true }, 'Fan on: sent to Greenhouse.', 'ส่งคำสั่งเปิด Fan ไปที่ Greenhouse แล้ว'],
])('%j', (result, english, thai) => {
  expect(messageResultText(result, 'en')).toBe(english);
  expect(messageResultText(result, 'th')).toBe(thai);
});
