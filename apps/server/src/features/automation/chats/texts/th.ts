import { type ErrorCause, type ErrorReason, type ErrorValues, joinedTh, roughlyTh } from '@cyno/contract';
import type { ChatTexts, SwitchedText } from './chat-texts.ts';

const verb = (on: boolean): string => (on ? 'เปิด' : 'ปิด');
const switched = ({ name, on }: SwitchedText): string => `${verb(on)} ${name}`;
const severities = { critical: 'วิกฤต', warning: 'ควรระวัง', info: 'แจ้งให้ทราบ' };
const kinds = { group: 'กลุ่ม', device: 'อุปกรณ์', scene: 'ชุดคำสั่ง' };

type Refusals = { readonly [Reason in ErrorReason]?: (values: ErrorValues[Reason]) => string };

/** Of what can be requested in a chat. */
const refusals: Refusals = {
  commands_too_fast: ({ perSecond }) => `บอร์ดรับคำสั่งได้ไม่เกิน ${perSecond} คำสั่งต่อวินาที รอสักครู่แล้วสั่งใหม่`,
  commands_waiting: () => 'มีคำสั่งที่รอส่งให้บอร์ดนี้มากเกินไป รอให้บอร์ดกลับมาออนไลน์ก่อน',
  device_paused: () => 'อุปกรณ์นี้ถูกพักไว้เพราะเกินจำนวนของแพ็กเกจ ดูหน้าแพ็กเกจ',
  devices_view_only: () => 'คุณดูอุปกรณ์เหล่านี้ได้อย่างเดียว ถ้าต้องการทำมากกว่านี้ให้ติดต่อเจ้าของ',
  pin_impossible: ({ pin }) => `ขา ${pin} ของบอร์ดนี้ทำแบบนี้ไม่ได้`,
  message_not_about_alert: () => 'ข้อความนี้ไม่ได้เกี่ยวกับการเตือน',
  thing_not_found: () => 'ไม่พบสิ่งนี้แล้ว อาจถูกลบไป',
};

/** What is sent to chats, in Thai. */
export const chatTextsTh: ChatTexts = {
  help: [
    'พิมพ์ได้ดังนี้',
    '“สถานะ” – ดูว่าอุปกรณ์ใดออนไลน์ และมีอะไรผิดปกติ',
    '“การเตือน” – ดูสิ่งที่ผิดปกติอยู่ตอนนี้',
    'ชื่ออุปกรณ์หรือกลุ่ม เช่น “โรงเรือน” – ดูค่าล่าสุด',
    '“เปิด” หรือ “ปิด” ตามด้วยชื่อเอาต์พุต เช่น “เปิดพัดลม” – สั่งงาน แล้วแจ้งผลจากบอร์ด',
    'ชื่อชุดคำสั่ง เช่น “กลางคืน” หรือ “ใช้กลางคืน” – ใช้ชุดคำสั่งนั้น',
    '“เลิกเชื่อม” – แชตนี้จะไม่ได้รับข้อความและสั่งอะไรไม่ได้อีก',
  ].join('\n'),
  unknownButton: 'ปุ่มนี้ใช้ไม่ได้แล้ว',
  accountGone: 'ไม่มีบัญชีนี้แล้ว',
  connected: (email) => `เชื่อมกับบัญชี ${email} แล้ว การแจ้งเตือนจะมาที่นี่ พิมพ์ “ช่วยเหลือ” เพื่อดูว่าสั่งอะไรได้บ้าง`,
  groupConnected: 'เชื่อมแล้ว กลุ่มนี้จะได้รับการแจ้งเตือนของผู้ที่เชื่อม และมีเพียงคนนั้นที่สั่งงานที่นี่ได้',
  disconnected: 'เลิกเชื่อมแล้ว แชตนี้จะไม่ได้รับข้อความอีก ถ้าต้องการเชื่อมใหม่ ให้เปิดโปรไฟล์ของคุณใน Cyno',
  notConnected: 'แชตนี้ยังไม่ได้เชื่อมกับบัญชีใด เปิดโปรไฟล์ของคุณใน Cyno แล้วเลือก “เพิ่มบริการ” ที่ช่องทางติดต่อ',
  alreadyConnected: 'แชตนี้เชื่อมกับบัญชีอยู่แล้ว ถ้าต้องการเชื่อมกับบัญชีอื่น ให้พิมพ์ “เลิกเชื่อม” ก่อน',
  wrongCode: 'ลิงก์นี้ถูกใช้ไปแล้วหรือหมดอายุ สร้างลิงก์ใหม่ได้จากโปรไฟล์ของคุณใน Cyno',
  tooManyContacts: 'บัญชีนี้มีช่องทางติดต่อครบจำนวนแล้ว ลบออกหนึ่งรายการในโปรไฟล์ก่อน',
  onlyJoiner: 'เฉพาะผู้ที่เชื่อมกลุ่มนี้เท่านั้นที่ทำได้',
  tooLate: 'ข้อความนี้มาถึงเซิร์ฟเวอร์ช้าเกินไป จึงไม่ได้ทำอะไร ถ้ายังต้องการ ให้ส่งใหม่อีกครั้ง',
  flood: 'ส่งข้อความมากเกินไป ข้อความในหนึ่งนาทีต่อจากนี้จะถูกข้ามไป',
  accountFlood: 'สั่งบ่อยเกินไป คำสั่งจากบัญชีของคุณจะถูกข้ามไปสักสองสามนาที',
  tooLong: (max) => `พิมพ์ได้ไม่เกิน ${max} ตัวอักษร`,

  unknown: (typed) => `ไม่มีอุปกรณ์ กลุ่ม ชุดคำสั่ง หรือคำสั่งชื่อ “${typed}” พิมพ์ “ช่วยเหลือ” เพื่อดูว่าสั่งอะไรได้บ้าง`,
  which: 'หมายถึงรายการใด',
  ofKind: (name, kind) => `${name} (${kinds[kind]})`,
  deviceGone: 'ไม่มีอุปกรณ์นี้แล้ว หรือไม่ได้แบ่งปันกับคุณแล้ว',
  groupGone: 'ไม่มีกลุ่มนี้แล้ว',

  noDevices: 'ยังไม่มีอุปกรณ์',
  counted: ({ devices, online, offline }) => `อุปกรณ์ ${devices} เครื่อง: ออนไลน์ ${online} ออฟไลน์ ${offline}`,
  groupOf: (name, devices) => `${name}: อุปกรณ์ ${devices} เครื่อง`,
  offline: (device, forMs) => `${device}: ออฟไลน์${forMs === null ? '' : `มา ${roughlyTh(forMs)}`}`,
  online: (device) => `${device}: ออนไลน์`,
  noValues: 'ยังไม่เคยส่งค่ามา',
  more: (count) => `และอีก ${count} รายการ`,
  now: 'เมื่อครู่',
  ago: (ms) => `${roughlyTh(ms)}ที่แล้ว`,
  noAlerts: 'ไม่มีการเตือนตอนนี้',
  openAlerts: (unacknowledged) => `การเตือนตอนนี้ ยังไม่มีใครรับทราบ ${unacknowledged} รายการ:`,
  moreInApp: 'ดูที่เหลือได้ในแอป',
  alert: ({ device, text, severity, forMs, isAcknowledged }) =>
    `${device}: ${text} (${severities[severity]} มา ${roughlyTh(forMs)}${isAcknowledged ? ' มีคนรับทราบแล้ว' : ''})`,

  noOutputs: 'อุปกรณ์ของคุณยังไม่มีเอาต์พุต ตั้งค่าได้ที่แท็บ “ควบคุม” ของอุปกรณ์',
  noOutput: (typed, known, isMore) => `ไม่มีเอาต์พุต “${typed}” ที่มีคือ ${known.join(', ')}${isMore ? ' และอื่น ๆ' : ''}`,
  outputGone: 'ไม่มีเอาต์พุตนี้แล้ว หรือไม่ได้แบ่งปันกับคุณแล้ว',
  whichSwitched: (on) => `จะ${verb(on)}รายการใด`,
  confirmSwitch: (name, device, on) => `${verb(on)} ${name} ของ ${device} ไหม`,
  yesSwitch: (on) => `ใช่ ${verb(on)}เลย`,
  viewOnly: (device) => `คุณดู ${device} ได้อย่างเดียว ถ้าต้องการทำมากกว่านี้ให้ติดต่อเจ้าของ`,
  pinOf: (pin, device) => `${pin} ของ ${device}`,
  switchWaits: (what) => `${switched(what)}: กำลังรอคิว จะแจ้งเมื่อเสร็จ`,
  switchOffline: (what, device) => `${switched(what)}: ${device} ออฟไลน์อยู่ จะสั่งให้เมื่อกลับมาออนไลน์ แล้วจะแจ้งผลตอนนั้น`,
  switchDone: (what, ms) => `${switched(what)} สำเร็จ${ms === null ? '' : `ใน ${ms} มิลลิวินาที`}`,
  switchUnconfirmed: (what) => `${switched(what)}: ส่งแล้ว แต่เฟิร์มแวร์นี้ยืนยันผลไม่ได้`,
  switchSuperseded: (what) => `${switched(what)}: มีคำสั่งใหม่กว่ามาแทนแล้ว`,
  switchFailed: (what, reason) => `${switched(what)} ไม่สำเร็จ ${reason}`.trimEnd(),

  noScene: (typed) => `ไม่มีชุดคำสั่ง “${typed}”`,
  whichScene: 'หมายถึงชุดคำสั่งใด',
  confirmScene: (name, isLocked) => `ใช้ ${name} ไหม${isLocked ? ' มีบางรายการที่ล็อกไว้' : ''}`,
  yesRun: 'ใช่ ใช้เลย',
  sceneGone: 'ไม่มีชุดคำสั่งนี้แล้ว',
  sceneRuns: (name) => `กำลังใช้ ${name} จะแจ้งเมื่อทุกบอร์ดทำแล้ว`,
  sceneRunsOffline: (name, offline) => `กำลังใช้ ${name} แต่ ${joinedTh(offline)} ออฟไลน์อยู่ จะแจ้งเมื่อเสร็จ`,
  sceneEnded: (name, done, count) =>
    `${name}: ${done === count && done > 1 ? `สำเร็จทั้ง ${done} รายการ` : `สำเร็จ ${done} จาก ${count} รายการ`}`,
  aDevice: 'อุปกรณ์เครื่องหนึ่ง',
  notDone: 'ไม่สำเร็จ',

  acknowledge: 'รับทราบ',
  snoozeHour: 'พัก 1 ชั่วโมง',
  switchButton: switched,
  open: 'เปิดใน Cyno',
  messageTooOld: 'ข้อความนี้เก่าเกินไปแล้ว เปิด Cyno เพื่อดูว่ายังมีอะไรต้องทำ',
  refused(_, why) {
    const known = why && (refusals[why.reason] as ((values: ErrorCause['values']) => string) | undefined);
    return known && why ? known(why.values) : 'ตอนนี้ทำไม่ได้ รอสักครู่แล้วลองใหม่ หรือทำในแอป';
  },

  pictureSpan: '24 ชั่วโมงที่ผ่านมา',
  pictureLimit: (amount) => `เกณฑ์ ${amount}`,

  commands: {
    status: 'อุปกรณ์ใดออนไลน์ และมีอะไรผิดปกติ',
    alerts: 'สิ่งที่ผิดปกติอยู่ตอนนี้',
    help: 'สั่งอะไรได้บ้าง',
    stop: 'เลิกเชื่อมแชตนี้',
  },
};
