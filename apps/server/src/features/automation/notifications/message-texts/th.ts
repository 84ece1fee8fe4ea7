import { joinedTh } from '@cyno/contract';
import type { AlertMessageTexts, MessageTexts, ValueTexts } from './message-texts.ts';

const of = (group: string | null) => (group ? ` ใน ${group}` : '');

export const messageTextsTh: MessageTexts = {
  devices: (count, group) => `อุปกรณ์ ${count} เครื่อง${of(group)}`,
  notifications: (count, group) => `การแจ้งเตือน ${count} รายการ${of(group)}`,
  subject: (who, did, time) => `${who}${did ? ` ${did}` : ''} เมื่อ ${time} น.`,
  did: {
    active: 'ต้องตรวจสอบ',
    cleared: 'กลับมาปกติแล้ว',
    acknowledged: 'มีคนรับทราบแล้ว',
    notice: null,
    test: null,
  },
  probablyNetwork: ' – น่าจะเป็นที่เครือข่ายของกลุ่มนี้',
  andMore: (count) => `และอีก ${count} รายการ`,
  still: (subject) => `ยังไม่หาย: ${subject}`,
  notAcknowledged: (subject) => `ยังไม่มีใครรับทราบ: ${subject}`,
  passedOnBy: (by) => `${by} เลือกให้แจ้งคุณเมื่อการเตือนยังไม่มีใครรับทราบ คุณปฏิเสธได้ในโปรไฟล์`,
  deletedAccount: 'บัญชีที่ถูกลบ',
  since: (day, time) => (day === null ? `ตั้งแต่ ${time} น.` : `ตั้งแต่ ${day} เวลา ${time} น.`),
  veryMany: (until) => `มีข้อความถึงคุณมากเกินไป ข้อความต่อจากนี้จะรวมส่งเป็นข้อความเดียว ประมาณ ${until} น.`,
  contactFails: (name) => ({
    subject: `ส่งการแจ้งเตือนไปที่ ${name} ไม่ถึง`,
    text: `ข้อความที่ส่งไปที่ ${name} ไม่ถึงเลยตลอดสองวันที่ผ่านมา`,
  }),
  test: (contact) => ({
    subject: 'ข้อความทดสอบจาก Cyno',
    text: `นี่คือข้อความทดสอบ การแจ้งเตือนถึง ${contact} จะมาที่นี่`,
  }),
};

export const alertMessageTextsTh: AlertMessageTexts = {
  alert: 'การเตือน',
  suffixes: {
    active: '',
    cleared: ' – กลับมาปกติแล้ว',
    cancelled: ' – ยกเลิกการเตือน',
    acknowledged: ' – รับทราบแล้ว',
    muted: ' – พักการเตือน',
    unmuted: '',
    resumed: ' – ยังไม่หาย',
  },
  wentOffline: 'ออฟไลน์',
  stillOffline: 'ยังออฟไลน์อยู่',
  cameBack: 'กลับมาออนไลน์',
  wereCancelled: 'ถูกยกเลิกการเตือน',
};

export const valueTextsTh: ValueTexts = {
  on: 'เปิด',
  off: 'ปิด',
  nothing: 'ไม่มีค่า',
  no: (variable) => `ไม่มีค่า ${variable}`,
  joined: joinedTh,
};
