import { expect, test } from 'vitest';
import { deliveryResultIn } from './delivery-results.ts';

test.each([
  ['The mail server took it.', 'เซิร์ฟเวอร์อีเมลรับไปแล้ว'],
  ['The service responded with 503.', 'บริการตอบกลับด้วยรหัส 503'],
  ['The service did not respond within 10 seconds.', 'บริการไม่ตอบภายใน 10 วินาที'],
  ['The service could not be reached (ECONNRESET).', 'ติดต่อบริการไม่ได้ (ECONNRESET)'],
  ['Telegram refused it: chat not found', 'Telegram refused it: chat not found'],
  ['', ''],
])('%s', (english, thai) => {
  expect(deliveryResultIn(english, 'en')).toBe(english);
  expect(deliveryResultIn(english, 'th')).toBe(thai);
});
