import { durationTextTh } from '../alert-texts/th.ts';
import type { MessageResultTexts } from './message-result.ts';

/** What came of actions from messages, in Thai. */
export const messageResultsTh: MessageResultTexts = {
  acknowledged: ({ count }) => (count === 1 ? 'รับทราบการเตือนแล้ว' : `รับทราบการเตือน ${count} รายการแล้ว`),
  snoozed: ({ count, minutes }) =>
    `ไม่แจ้งเตือน${count === 1 ? 'เรื่องนี้' : ` ${count} เรื่องนี้`}ถึงใครเป็นเวลา ${durationTextTh(minutes * 60)}`,
  acknowledged_before: () => 'มีคนรับทราบไปแล้ว',
  over_before: () => 'การเตือนหายไปแล้ว ไม่มีอะไรต้องรับทราบ',
  switched: ({ output, on, device, online }) =>
    online
      ? `ส่งคำสั่ง${on ? 'เปิด' : 'ปิด'} ${output} ไปที่ ${device} แล้ว`
      : `สั่ง${on ? 'เปิด' : 'ปิด'} ${output} แล้ว แต่ ${device} ออฟไลน์อยู่ จะได้รับคำสั่งถ้ากลับมาภายในหนึ่งชั่วโมง`,
};
