import type { CommandReason } from './command-reason.ts';

export const commandReasonsTh: Readonly<Record<CommandReason, string>> = {
  'Sent. This firmware cannot confirm it.': 'ส่งแล้ว แต่เฟิร์มแวร์นี้ยืนยันผลไม่ได้',
  'The board did not answer.': 'บอร์ดไม่ตอบ',
  'The board did not answer within 5 s.': 'บอร์ดไม่ตอบภายใน 5 วินาที',
  'The board did not come back in time.': 'บอร์ดไม่กลับมาออนไลน์ภายในเวลาที่กำหนด',
  'The connection broke before the board answered.': 'การเชื่อมต่อขาดก่อนที่บอร์ดจะตอบ',
  'The server stopped before the board answered.': 'เซิร์ฟเวอร์หยุดทำงานก่อนที่บอร์ดจะตอบ',
  'The server stopped before it was sent.': 'เซิร์ฟเวอร์หยุดทำงานก่อนที่จะได้ส่ง',
  'The server could not send it. Look into its log.': 'เซิร์ฟเวอร์ส่งไม่ได้ ดูสาเหตุในบันทึกของเซิร์ฟเวอร์',
  'The device was deleted.': 'อุปกรณ์ถูกลบไปแล้ว',
  'The device was handed over to another account.': 'อุปกรณ์ถูกโอนไปยังบัญชีอื่นแล้ว',
  'There is no such device that you may operate.': 'ไม่มีอุปกรณ์นี้ หรือคุณไม่มีสิทธิ์สั่งงาน',
  'The pass was revoked.': 'บัตรผ่านถูกเพิกถอนแล้ว',
  'The public link was changed.': 'ลิงก์สาธารณะถูกแก้ไขแล้ว',
  'The public link was revoked.': 'ลิงก์สาธารณะถูกเพิกถอนแล้ว',
  'An administrator ended all sharing of this account.': 'ผู้ดูแลยกเลิกการแบ่งปันทั้งหมดของบัญชีนี้',
  'The person who sent it may no longer operate this device.': 'ผู้ที่สั่งไม่มีสิทธิ์สั่งงานอุปกรณ์นี้แล้ว',
  'This device is paused because your plan has no room for it. See the plan page.':
    'อุปกรณ์นี้ถูกพักไว้เพราะเกินจำนวนของแพ็กเกจ ดูหน้าแพ็กเกจ',
  'Too many commands wait for this board. Wait until it is back.': 'มีคำสั่งที่รอส่งให้บอร์ดนี้มากเกินไป รอให้บอร์ดกลับมาออนไลน์ก่อน',
};
