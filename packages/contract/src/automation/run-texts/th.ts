import { commandReasonIn } from '../../boards/command-reasons.ts';
import { displayName } from '../../boards/display-name.ts';
import { labelIn } from '../../telemetry/usual-labels.ts';
import { amount, clockTime, formatNumber } from '../alert-texts/amount.ts';
import { durationTextTh as duration, roughlyTh as roughly } from '../alert-texts/th.ts';
import type { Comparison, SwitchAction, TimerDefinition, ValueCondition } from '../definitions.ts';
import { builtInRuleNameIn } from '../rule-names.ts';
import type { RunFact, RunStatement } from '../run-reports.ts';
import type { RunTexts } from './run-texts.ts';

const comparisons: Record<Comparison, (threshold: string) => string> = {
  '>': (threshold) => `สูงกว่า ${threshold}`,
  '>=': (threshold) => `ตั้งแต่ ${threshold} ขึ้นไป`,
  '<': (threshold) => `ต่ำกว่า ${threshold}`,
  '<=': (threshold) => `ไม่เกิน ${threshold}`,
  '==': (threshold) => `เท่ากับ ${threshold}`,
  '!=': (threshold) => `ไม่เท่ากับ ${threshold}`,
};
const weekdays = ['อาทิตย์', 'จันทร์', 'อังคาร', 'พุธ', 'พฤหัสบดี', 'ศุกร์', 'เสาร์'];
const sunEvents = { sunrise: 'พระอาทิตย์ขึ้น', sunset: 'พระอาทิตย์ตก' };
const states = {
  active: 'กำลังเตือน',
  unacknowledged: 'กำลังเตือนและยังไม่มีใครรับทราบ',
  acknowledged: 'มีคนรับทราบแล้ว',
  cleared: 'หายแล้ว',
};
const notStates = {
  active: 'ไม่ได้กำลังเตือน',
  unacknowledged: 'ไม่ได้กำลังเตือน หรือมีคนรับทราบแล้ว',
  acknowledged: 'ยังไม่มีใครรับทราบ หรือไม่ได้กำลังเตือน',
  cleared: 'ยังไม่หาย',
};
const endedStates = {
  active: 'ไม่เตือนแล้ว',
  unacknowledged: 'มีคนรับทราบหรือหายแล้ว',
  acknowledged: 'ไม่อยู่ในสถานะรับทราบแล้ว',
  cleared: 'เตือนอีกแล้ว',
};

const comparedTo = ({ comparison, threshold }: Pick<ValueCondition, 'comparison' | 'threshold'>): string =>
  comparisons[comparison](formatNumber(threshold));

const spaceUnlessThai = (character = ''): string => (/[\u0E00-\u0E7F]/.test(character) ? '' : ' ');

/** `ก`, `กและข`, `ก ข และค`; beside another script with a space: `D1 และ D2`. */
export function joinedTh(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  if (items.length < 2) return last;
  const before = items.slice(0, -1).join(' ');
  return `${before}${items.length > 2 ? ' ' : spaceUnlessThai(before.at(-1))}และ${spaceUnlessThai(last.at(0))}${last}`;
}

function timerText({ at, repeat }: Pick<TimerDefinition, 'at' | 'repeat'>): string {
  return `${daysText(repeat)} ${at.type === 'time' ? `เวลา ${clockTime(at.secondOfDay)} น.` : sunText(at)}`;
}

function daysText(repeat: TimerDefinition['repeat']): string {
  if (repeat.type === 'once') return `วันที่ ${repeat.date}`;
  if (repeat.type === 'daily') return 'ทุกวัน';
  return `ทุก${namedDays(repeat.days)}`;
}

const namedDays = (days: readonly number[]): string =>
  joinedTh(days.toSorted().map((day) => `วัน${weekdays[day] ?? ''}`));

function sunText({ event, offsetMinutes }: { event: keyof typeof sunEvents; offsetMinutes: number }): string {
  if (offsetMinutes === 0) return `ตอน${sunEvents[event]}`;
  return `${offsetMinutes < 0 ? 'ก่อน' : 'หลัง'}${sunEvents[event]} ${duration(Math.abs(offsetMinutes) * 60)}`;
}

function switchText(action: SwitchAction): string {
  if (action.kind === 'event') return `ตั้ง ${action.name} เป็น ${action.value}`;
  if (action.mode === 'digit') return `${action.value === 0 ? 'ปิด' : 'เปิด'} ${action.pin}`;
  return `ตั้ง ${action.pin} เป็น ${action.value}`;
}

function subject({ label, device }: { label: string; device: string | null }): string {
  const own = labelIn(label, 'th');
  return device === null ? own : `${own} ของ${deviceText(device)}`;
}

const deviceText = (name: string): string => (name === '' ? 'อุปกรณ์อื่น' : ` ${displayName({ name }, 'th')}`);

const alertName = (name: string | null): string =>
  name === null ? 'การเตือน' : `การเตือน “${builtInRuleNameIn(name, 'th')}”`;

function factText(fact: RunFact): string {
  if (fact.kind === 'value') return `${subject(fact)} ${amount(fact.value, fact.unit)} ${comparedTo(fact)}`;
  if (fact.kind === 'more') return `อุปกรณ์อื่นอีก ${fact.count} เครื่อง`;
  return `${alertName(fact.name)} ที่${deviceText(fact.device)} ${states[fact.state]}`;
}

function ceasedText({ release, ...fact }: Extract<RunStatement, { code: 'ceased' }>): string {
  const until = release === null ? `พ้นเงื่อนไข “${comparedTo(fact)}” แล้ว` : `ผ่าน ${formatNumber(release)} แล้ว`;
  return `${subject(fact)} ${amount(fact.value, fact.unit)} ${until}`;
}

/** The sentences about runs in Thai. */
export const runTextsTh: RunTexts = {
  due: ({ lateMs, ...timer }) =>
    `ถึงเวลาที่ตั้งไว้: ${timerText(timer)}${lateMs === null ? '' : ` (ช้าไป ${roughly(lateMs)} เพราะเซิร์ฟเวอร์หยุดทำงานอยู่)`}`,
  held: ({ facts, seconds }) => `${joinedTh(facts.map(factText))}${seconds > 0 ? ` นาน ${duration(seconds)}` : ''}`,
  continued: ({ facts }) => `ทำต่อเพราะ: ${joinedTh(facts.map(factText))}`,
  ceased: ceasedText,
  was_text: (variable) => `${subject(variable)} เป็นข้อความ ไม่ใช่ตัวเลข`,
  not_reported: ({ ms, ...variable }) => `ไม่ได้รับค่า ${subject(variable)} มา ${roughly(ms)}แล้ว`,
  alert_ceased: ({ name, state }) => `${alertName(name)} ${endedStates[state]}`,
  more_ceased: ({ count }) => `อุปกรณ์อื่นอีก ${count} เครื่องก็เช่นกัน`,
  no_devices: () => 'ไม่มีอุปกรณ์เหล่านี้เหลืออยู่แล้ว',
  hours_over: () => 'พ้นช่วงเวลาทำงานแล้ว',
  time_over: ({ seconds }) => `ครบเวลา ${duration(seconds)}แล้ว`,
  started_often: ({ times }) => `เริ่มทำงาน ${times} ครั้งในหนึ่งนาที จึงพักหนึ่งนาที`,
  waited: ({ ms }) => (ms === null ? 'รอถึงคิวก่อนทำงาน' : `รอคิวอยู่ ${roughly(ms)}`),
  board_ran: () => 'บอร์ดทำงานเอง',
  board_has_timer: () => 'ตัวตั้งเวลานี้อยู่บนบอร์ด',
  acknowledged: ({ action, ms }) =>
    `${action === null ? '' : `${switchText(action)} `}บอร์ดตอบรับ${ms === null ? 'แล้ว' : `ใน ${ms} มิลลิวินาที`}`,
  unconfirmed: ({ action }) => `${action === null ? '' : `${switchText(action)}: `}ส่งแล้ว แต่เฟิร์มแวร์ของบอร์ดยืนยันผลไม่ได้`,
  board_reported: ({ action }) => `${action === null ? 'ทำแล้ว' : switchText(action)} ตามที่บอร์ดรายงาน`,
  switched: ({ action }) => switchText(action),
  scene_started: ({ scene }) => `ชุดคำสั่ง “${scene}”`,
  superseded: () => 'มีคำสั่งใหม่กว่าของเป้าหมายเดียวกันมาแทน',
  reason: ({ text }) => commandReasonIn(text, 'th'),
  message_queued: ({ subject: text }) => `เตรียมส่งข้อความ${text === '' ? '' : ` “${text}” `}ไปยังช่องทางติดต่อของเจ้าของ`,
  scene_ended: ({ scene, done, count }) =>
    `${scene === '' ? 'ชุดคำสั่ง' : `ชุดคำสั่ง “${scene}”`}: ${done === count && done > 1 ? `สำเร็จทั้ง ${done} รายการ` : `สำเร็จ ${done} จาก ${count} รายการ`}`,
  not_sent: () => 'ไม่ได้ส่ง',
  missed: ({ ms }) => `ตอนนั้นเซิร์ฟเวอร์หยุดทำงานอยู่ และกลับมาช้าไป ${roughly(ms)} ระบบทำย้อนหลังให้เฉพาะที่ช้าไม่เกิน 5 นาที`,
  switched_off: () => 'ระหว่างนั้นถูกปิดใช้งาน',
  cancelled: () => 'ยกเลิกจากหน้าระบบอัตโนมัติ',
  still_running: () => 'ข้ามไป เพราะการทำงานครั้งก่อนยังไม่เสร็จ',
  queue_full: ({ max }) => `ข้ามไป เพราะมีรอคิวอยู่แล้ว ${max} ครั้ง`,
  not_reported_by_board: () => 'บอร์ดไม่ได้รายงานว่าทำแล้ว',
  board_away: () => 'บอร์ดไม่ได้เชื่อมต่ออยู่ จึงไม่รู้ว่าทำงานหรือไม่',
  server_away: () => 'เซิร์ฟเวอร์หยุดทำงานอยู่ จึงไม่รู้ว่าทำงานหรือไม่',
  no_location: () => 'อุปกรณ์ยังไม่มีตำแหน่ง ระบุได้ในการตั้งค่าของอุปกรณ์',
  no_sunrise: () => 'วันนี้พระอาทิตย์ไม่ขึ้นที่ตำแหน่งของอุปกรณ์',
  no_sunset: () => 'วันนี้พระอาทิตย์ไม่ตกที่ตำแหน่งของอุปกรณ์',
  unknown: (variable) => `ยังไม่รู้ค่า ${subject(variable)}`,
  outdated: (variable) => `ค่า ${subject(variable)} เก่าเกินไปแล้ว`,
  not_held: (fact) => `${subject(fact)} ${amount(fact.value, fact.unit)} ไม่เข้าเงื่อนไข “${comparedTo(fact)}”`,
  alert_not_held: ({ name, state }) => `${alertName(name)} ${notStates[state]}`,
  outside_hours: ({ from, to, days }) =>
    `อยู่นอกช่วง ${clockTime(from)}–${clockTime(to)} น.${days.length < 7 ? ` ของ${namedDays(days)}` : ''}`,
  rest_left_out: () => 'จึงข้ามขั้นตอนที่เหลือ',
  on_days: ({ count }) => `เป็นเช่นนี้ ${count} วันในช่วงนี้`,
  averages: () => 'ช่วงที่ไม่ได้เก็บข้อความแต่ละรายการแล้ว หรือมีมากเกินไป คำนวณจากค่าเฉลี่ยรายนาที',
};
