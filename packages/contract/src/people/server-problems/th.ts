import { roughlyTh } from '../../automation/alert-texts/th.ts';
import type { ServerProblemTexts, StoreFailure } from './server-problem.ts';
import { sizeAbove, sizeText } from './size-text.ts';

const makeRoom = 'ลบข้อมูลบางส่วน หรือย้ายข้อมูลไปดิสก์ที่ใหญ่กว่า';
const setByTimeServer = 'ตรวจดูว่าตั้งเวลาจากเซิร์ฟเวอร์เวลาแล้ว';

const disks: Readonly<Record<string, string>> = { 'data folder': 'โฟลเดอร์ข้อมูล', database: 'ฐานข้อมูล' };
const diskName = (name: string) => disks[name] ?? name;

const failures: Readonly<Record<StoreFailure, string>> = {
  disk_full: 'เก็บข้อมูลไม่ได้เพราะดิสก์เต็ม',
  read_only: 'เก็บข้อมูลไม่ได้เพราะฐานข้อมูลเปิดให้อ่านอย่างเดียว',
  busy: 'เก็บข้อมูลไม่ได้เพราะการเชื่อมต่อฐานข้อมูลเต็ม',
  refused: 'เก็บข้อมูลไม่ได้เพราะฐานข้อมูลไม่ยอมรับการเข้าสู่ระบบของเซิร์ฟเวอร์',
  no_right: 'เก็บข้อมูลไม่ได้เพราะผู้ใช้ฐานข้อมูลไม่มีสิทธิ์เขียนแล้ว',
  away: 'เก็บข้อมูลไม่ได้เพราะติดต่อฐานข้อมูลไม่ได้',
  silent: 'เก็บข้อมูลไม่ได้เพราะฐานข้อมูลไม่ตอบสนอง',
  unknown: 'เก็บข้อมูลไม่ได้เพราะฐานข้อมูลปฏิเสธ ดูบันทึกระบบ',
};

/** The sentences of problems of the server in Thai. */
export const serverProblemTextsTh: ServerProblemTexts = {
  check_failed: ({ part }) => ({
    title: `ตรวจส่วนหนึ่งของเซิร์ฟเวอร์ไม่ได้ (${part})`,
    advice: 'ดูสาเหตุในบันทึกระบบ',
  }),
  clock_ahead: ({ ms }) => ({
    title: `นาฬิกาของเครื่องนี้ข้ามไปข้างหน้า ${roughlyTh(ms)} หรือเครื่องเพิ่งตื่นจากโหมดสลีป`,
    advice: setByTimeServer,
  }),
  clock_back: ({ ms }) => ({ title: `นาฬิกาของเครื่องนี้ย้อนกลับ ${roughlyTh(ms)}`, advice: setByTimeServer }),
  disk_filling: ({ disk, percent, freeBytes }) => ({
    title: `ดิสก์ของ${diskName(disk)}เต็ม ${percent} % เหลือที่ว่าง ${sizeText(freeBytes)}`,
    advice: makeRoom,
  }),
  disk_full: ({ disk, freeBytes }) => ({
    title: `ดิสก์ของ${diskName(disk)}เต็มแล้ว เหลือที่ว่าง ${sizeText(freeBytes)}`,
    advice: makeRoom,
  }),
  future_messages: ({ count }) => ({
    title: `มีข้อความที่เก็บไว้ ${count.toLocaleString('th-TH')} รายการลงเวลาในอนาคต`,
    advice: 'นาฬิกาของเครื่องนี้เคยเดินเร็วไป ผู้ดูแลลบออกได้',
  }),
  not_checked: () => ({
    title: 'ตรวจสถานะของเซิร์ฟเวอร์ไม่ทันเวลา',
    advice: 'เซิร์ฟเวอร์ทำงานหนักมาก หรือฐานข้อมูลไม่ตอบสนอง',
  }),
  spool_backlog: ({ bytes }) => ({
    title: `มีข้อความประมาณ ${sizeAbove(bytes)} รออยู่ในดิสก์และกำลังถูกเก็บ`,
    advice: 'ไม่มีอะไรหาย เพียงแต่ประวัติยังตามไม่ทัน',
  }),
  spool_unreadable: ({ count }) => ({
    title: `อ่านไฟล์ข้อความที่รอฐานข้อมูลไม่ได้ ${count} ไฟล์`,
    advice: 'ข้อความในไฟล์จะหายไปจากประวัติ',
  }),
  storage_failing: ({ cause, spooled }) => ({
    title: failures[cause],
    advice: `${cause === 'disk_full' ? 'ลบข้อมูลบางส่วน ' : ''}${spooled ? 'ระหว่างนี้ข้อความจากบอร์ดถูกเก็บไว้ในดิสก์' : 'บอร์ดจะไม่ได้รับการยืนยัน'}`,
  }),
};
