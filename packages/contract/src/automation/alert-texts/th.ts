import { commandReasonIn } from '../../boards/command-reasons.ts';
import type { AlertTexts } from './alert-texts.ts';
import { amount, roughSeconds, wholeDuration } from './amount.ts';

const units = { hour: 'ชั่วโมง', minute: 'นาที', second: 'วินาที' };
const sides = { above: 'สูงกว่า', below: 'ต่ำกว่า' };

/** `90 วินาที`, `5 นาที`, `1 ชั่วโมง`: in the largest unit that is whole. */
export function durationTextTh(seconds: number): string {
  const { unit, count } = wholeDuration(seconds);
  return `${count} ${units[unit]}`;
}

/** A span of time that was measured, roughly: `40 วินาที`, `7 นาที`, `3 ชั่วโมง`. */
export const roughlyTh = (ms: number): string => durationTextTh(roughSeconds(ms));

const lasting = (seconds: number): string => (seconds > 0 ? ` นาน ${durationTextTh(seconds)}` : '');

/** The sentences of alerts in Thai. */
export const alertTextsTh: AlertTexts = {
  past_limit: ({ label, value, unit, side, limit, seconds }) =>
    `${label} ${amount(value, unit)} ${sides[side]} ${amount(limit, unit)}${lasting(seconds)}`,
  within_limit: ({ label, value, unit, side, limit }) =>
    `${label} ${amount(value, unit)} ไม่${sides[side]} ${amount(limit, unit)} แล้ว`,
  was_text: ({ label }) => `${label} เป็นข้อความ ไม่ใช่ตัวเลข`,
  moved: ({ label, from, to, unit, seconds }) =>
    `${label} ${to > from ? 'เพิ่มขึ้น' : 'ลดลง'} ${amount(Math.abs(to - from), unit)} ภายใน ${durationTextTh(seconds)} จาก ${amount(from, unit)} เป็น ${amount(to, unit)}`,
  steady: ({ label, amount: by, unit, seconds }) =>
    `${label} เปลี่ยนไม่ถึง ${amount(by, unit)} ภายใน ${durationTextTh(seconds)}`,
  silent: ({ ms, usualMs }) =>
    `ไม่ได้ส่งข้อมูลมา ${roughlyTh(ms)}แล้ว${usualMs === null ? '' : ` ปกติส่งทุก ${roughlyTh(usualMs)}`}`,
  sends_again: ({ ms }) => (ms === null ? 'กำลังส่งข้อมูล' : `กลับมาส่งข้อมูลแล้ว หลังจากเงียบไป ${roughlyTh(ms)}`),
  will_pass: ({ label, side, limit, unit, value, ms, perHour }) =>
    `${label} จะ${sides[side]} ${amount(limit, unit)} ในอีกประมาณ ${roughlyTh(ms)} ตอนนี้ ${amount(value, unit)} และ${perHour > 0 ? 'เพิ่มขึ้น' : 'ลดลง'}ชั่วโมงละ ${amount(Math.abs(perHour), unit)}`,
  has_passed: ({ label, side, limit, unit, value }) =>
    `${label} ${sides[side]} ${amount(limit, unit)} แล้ว ตอนนี้ ${amount(value, unit)}`,
  will_not_pass: ({ label, side, limit, unit, ms }) =>
    `คาดว่า ${label} จะไม่${sides[side]} ${amount(limit, unit)} ภายใน ${roughlyTh(ms)}แล้ว`,
  unusual: ({ label, value, unit, low, high, seconds }) =>
    `${label} ${amount(value, unit)} ผิดไปจากปกติของช่วงเวลานี้ ซึ่งอยู่ที่ ${amount(low, unit)} ถึง ${amount(high, unit)}${lasting(seconds)}`,
  usual_again: ({ label, value, unit, low, high }) =>
    `${label} ${amount(value, unit)} กลับมาปกติสำหรับช่วงเวลานี้ ซึ่งอยู่ที่ ${amount(low, unit)} ถึง ${amount(high, unit)}`,
  stuck: ({ label, value, unit, ms }) => `${label} ค้างอยู่ที่ ${amount(value, unit)} มา ${roughlyTh(ms)}แล้ว`,
  moves_again: ({ label, value, unit }) => `${label} เปลี่ยนค่าแล้ว ตอนนี้ ${amount(value, unit)}`,
  command_failed: ({ target }) => `สั่ง ${target} ไม่สำเร็จ`,
  command_acknowledged: ({ target }) => `บอร์ดยืนยันคำสั่งของ ${target} แล้ว`,
  update_failed: () => 'อัปเดตเฟิร์มแวร์ไม่สำเร็จ',
  update_succeeded: () => 'อัปเดตเฟิร์มแวร์สำเร็จ',
  reason: ({ text }) => commandReasonIn(text, 'th'),
  day_over: () => 'ผ่านไปแล้ว 1 วัน',
  flapping: ({ times, minutes }) => `เกิดแล้วหาย ${times} ครั้งในหนึ่งชั่วโมง จึงเตือนค้างไว้จนกว่าจะสงบครบ ${minutes} นาที`,
  rule_changed: () => 'กฎถูกแก้ไข',
  rule_deleted: () => 'กฎถูกลบ',
  rule_disabled: () => 'กฎถูกปิด',
  rule_elsewhere: () => 'กฎไม่ได้ใช้กับอุปกรณ์นี้แล้ว',
  rule_snoozed: () => 'พักการเตือนของกฎนี้',
  device_gone: () => 'อุปกรณ์ถูกลบหรือโอนไปแล้ว',
  device_paused: () => 'อุปกรณ์ถูกพักไว้',
  maintenance: () => 'เริ่มการบำรุงรักษา',
};
