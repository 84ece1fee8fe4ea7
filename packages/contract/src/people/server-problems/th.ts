import { roughlyTh } from '../../automation/alert-texts/th.ts';
import type { ServerProblemTexts, StoreFailure } from './server-problem.ts';
import { sizeAbove, sizeText } from './size-text.ts';

const freeSpace = 'ลบข้อมูลบางส่วน หรือย้ายข้อมูลไปดิสก์ที่ใหญ่กว่า';
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

const certificates = { mqtt: 'ใบรับรองของพอร์ต MQTT', web: 'ใบรับรองของเว็บเซิร์ฟเวอร์', root: 'ใบรับรองหลักของเครือข่ายในบ้าน' };
const newRoot = 'ย้ายไฟล์ tls/local/root.pem ออกจากโฟลเดอร์ข้อมูล รีสตาร์ตเซิร์ฟเวอร์ แล้วติดตั้งใบรับรองหลักใหม่ในทุกเครื่องจากหน้า /trust';

const count = (value: number): string => value.toLocaleString('th-TH');

/** The sentences of problems of the server in Thai. */
export const serverProblemTextsTh: ServerProblemTexts = {
  backup_failed: () => ({
    title: 'การสำรองข้อมูลครั้งล่าสุดไม่สำเร็จ',
    advice: 'หน้าข้อมูลสำรองบอกสาเหตุ แก้ไขแล้วเริ่มใหม่ที่หน้านั้น',
  }),
  backup_late: () => ({
    title: 'การสำรองข้อมูลตามกำหนดช้ากว่าสองชั่วโมง',
    advice: 'เริ่มสำรองข้อมูลที่หน้าข้อมูลสำรอง และตรวจดูบันทึกระบบ',
  }),
  certificate_expiring: ({ certificate, days, renews }) => ({
    title: `${certificates[certificate]}จะหมดอายุในอีก ${days} วัน`,
    advice:
      certificate === 'root'
        ? newRoot
        : renews
          ? 'เซิร์ฟเวอร์ยังต่ออายุเองไม่สำเร็จ ดูสาเหตุในบันทึกระบบ'
          : 'เปลี่ยนเป็นใบรับรองใหม่ แล้วรีสตาร์ตเซิร์ฟเวอร์',
  }),
  certificate_refused: ({ name, held }) => ({
    title: held ? `ต่ออายุใบรับรองของ ${name} ไม่สำเร็จ` : `ยังไม่มีใบรับรองของ ${name}`,
    advice: 'หน้า “ระบบ” บอกสาเหตุและเวลาที่จะลองอีกครั้ง',
  }),
  certificate_expired: ({ certificate }) => ({
    title: `${certificates[certificate]}หมดอายุแล้ว`,
    advice: certificate === 'root' ? newRoot : 'โปรแกรมที่ตรวจใบรับรองจะเชื่อมต่อไม่ได้ เปลี่ยนเป็นใบรับรองใหม่ แล้วรีสตาร์ตเซิร์ฟเวอร์',
  }),
  check_failed: ({ part }) => ({
    title: `ตรวจส่วนหนึ่งของเซิร์ฟเวอร์ไม่ได้ (${part})`,
    advice: 'ดูสาเหตุในบันทึกระบบ',
  }),
  clock_ahead: ({ ms }) => ({
    title: `นาฬิกาของเครื่องนี้ข้ามไปข้างหน้า ${roughlyTh(ms)} หรือเครื่องเพิ่งตื่นจากโหมดสลีป`,
    advice: setByTimeServer,
  }),
  clock_back: ({ ms }) => ({ title: `นาฬิกาของเครื่องนี้ย้อนกลับ ${roughlyTh(ms)}`, advice: setByTimeServer }),
  clock_not_trusted: ({ ms, hours }) => ({
    title: `นาฬิกาของเครื่องนี้ล้ำหน้าไป ${roughlyTh(ms)} จากเวลาที่เซิร์ฟเวอร์ทำงานครั้งล่าสุด`,
    advice: `หากเวลาไม่ถูกต้องให้ตั้งใหม่ หากถูกต้องแล้วไม่ต้องทำอะไร ระบบจะยังไม่ลบข้อมูลเก่าจนกว่าเซิร์ฟเวอร์จะทำงานต่ออีก ${hours} ชั่วโมง`,
  }),
  database_slow: ({ ms }) => ({
    title: `ฐานข้อมูลทำงานช้า คำสั่งเล็ก ๆ ใช้เวลา ${Math.round(ms)} มิลลิวินาที`,
    advice: 'หากช้ากว่านี้ ข้อความจะรออยู่ในดิสก์ ตรวจดูว่ามีอะไรใช้ดิสก์กับหน่วยประมวลผลอยู่ และดิสก์มีข้อผิดพลาดไหม',
  }),
  disk_filling: ({ disk, percent, freeBytes }) => ({
    title: `ดิสก์ของ${diskName(disk)}ใช้ไป ${percent} % เหลือที่ว่าง ${sizeText(freeBytes)}`,
    advice: freeSpace,
  }),
  disk_full: ({ disk, freeBytes }) => ({
    title: `ดิสก์ของ${diskName(disk)}เต็มแล้ว เหลือที่ว่าง ${sizeText(freeBytes)}`,
    advice: freeSpace,
  }),
  disk_full_soon: ({ disk, days, freeBytes }) => ({
    title: `ดิสก์ของ${diskName(disk)}จะเต็มในอีกประมาณ ${days} วัน เหลือที่ว่าง ${sizeText(freeBytes)}`,
    advice: 'หน้า “ระบบ” แสดงว่าอะไรใช้พื้นที่มากขึ้น ลดระยะเวลาเก็บประวัติ หรือย้ายข้อมูลไปดิสก์ที่ใหญ่กว่า',
  }),
  future_messages: ({ count }) => ({
    title: `มีข้อความที่เก็บไว้ ${count.toLocaleString('th-TH')} รายการลงเวลาในอนาคต`,
    advice: 'นาฬิกาของเครื่องนี้เคยเดินเร็วไป ผู้ดูแลลบออกได้',
  }),
  history_damaged: ({ count }) => ({
    title: `ประวัติที่เก็บไว้เสียหาย ${count.toLocaleString('th-TH')} ชั่วโมง`,
    advice:
      'กราฟและไฟล์ส่งออกจะขาดค่าแต่ละค่าของชั่วโมงนั้น แต่ค่าเฉลี่ย ค่าต่ำสุด และค่าสูงสุดยังอยู่ บันทึกของเซิร์ฟเวอร์บอกอุปกรณ์และชั่วโมง ตรวจดูดิสก์ แล้วกู้คืนจากข้อมูลสำรองที่ทำก่อนเกิดความเสียหาย',
  }),
  job_failed: ({ job }) => ({
    title: `งานเบื้องหลัง ${job} ไม่สำเร็จ`,
    advice: 'หน้า “ระบบ” แสดงสาเหตุและสั่งทำอีกครั้งได้ จนกว่าจะสำเร็จ งานนี้จะค้างอยู่',
  }),
  loop_slow: ({ minutes }) => ({
    title: `เซิร์ฟเวอร์ตอบช้ามา ${minutes} นาทีแล้ว`,
    advice: 'ดูในบันทึกระบบว่ามีบัญชีหรือที่อยู่ใดที่เซิร์ฟเวอร์ปฏิเสธซ้ำ ๆ ไหม หากไม่มี เซิร์ฟเวอร์ต้องการหน่วยประมวลผลที่เร็วกว่านี้',
  }),
  memory_growing: ({ bytes, grownBytes, hours }) => ({
    title: `เซิร์ฟเวอร์ใช้หน่วยความจำ ${sizeText(bytes)} มากกว่าเมื่อ ${hours} ชั่วโมงก่อน ${sizeText(grownBytes)} และไม่เคยลดลง`,
    advice: 'รีสตาร์ตเซิร์ฟเวอร์ในช่วงที่มีคนใช้น้อย และแจ้งปัญหาพร้อมไฟล์ช่วยแก้ปัญหาจากหน้า “ระบบ”',
  }),
  memory_short: ({ bytes, limitBytes }) => ({
    title: `เซิร์ฟเวอร์ใช้หน่วยความจำ ${sizeText(bytes)} จากที่ใช้ได้ ${sizeText(limitBytes)}`,
    advice: 'เมื่อหมดเซิร์ฟเวอร์จะหยุดทำงาน รีสตาร์ตเซิร์ฟเวอร์ หรือเพิ่มขีดจำกัดด้วย NODE_OPTIONS=--max-old-space-size',
  }),
  messages_lost: ({ count: lost }) => ({
    title: `ข้อความจากบอร์ด ${count(lost)} รายการหายไปหรือไม่ได้รับการยืนยันใน 15 นาทีที่ผ่านมา`,
    advice: 'มีข้อความเข้ามามากกว่าที่เก็บทัน หน้า “ระบบ” แสดงว่าคิวใดเต็ม และบันทึกระบบบอกสาเหตุ',
  }),
  nats_away: () => ({
    title: 'ติดต่อ NATS ไม่ได้',
    advice:
      'บอร์ดและหน้าเว็บที่เชื่อมต่อผ่านเซิร์ฟเวอร์เครื่องอื่นถูกตัดการเชื่อมต่อ ส่วนที่เชื่อมต่อกับเครื่องนี้ยังใช้ได้ตามปกติ ให้เปิด NATS หรือตรวจสอบ NATS_URL',
  }),
  replica_away: () => ({
    title: 'ไม่ได้ใช้ฐานข้อมูลสำเนา',
    advice:
      'ประวัติถูกอ่านจากฐานข้อมูลหลัก ทำให้ฐานข้อมูลหลักมีเวลาเก็บข้อมูลน้อยลง บันทึกระบบบอกสาเหตุ เช่น ติดต่อสำเนาไม่ได้ สำเนาตามไม่ทัน หรือสำเนาตามฐานข้อมูลอื่น',
  }),
  server_clock_off: ({ server, ms }) => ({
    title: `นาฬิกาของ ${server} ${ms < 0 ? 'ช้ากว่า' : 'เร็วกว่า'}เครื่องนี้ ${roughlyTh(Math.abs(ms))}`,
    advice: `หากเครื่องนั้นรับช่วงต่อ ตัวตั้งเวลาจะทำงานผิดเวลา ${setByTimeServer}`,
  }),
  server_not_linked: ({ server }) => ({
    title: `${server} เป็นเครื่องสำรองแต่ยังไม่เชื่อมกับเซิร์ฟเวอร์เครื่องนี้`,
    advice: `บอร์ดและหน้าเว็บที่เชื่อมต่อกับ ${server} จึงใช้งานไม่ได้ ตรวจดูว่า ${server} ตั้งค่า NATS_URL ตรงกันและติดต่อ NATS ได้ สาเหตุอยู่ในหน้า /readyz ของเครื่องนั้น`,
  }),
  not_checked: () => ({
    title: 'ตรวจสถานะของเซิร์ฟเวอร์ไม่ทันเวลา',
    advice: 'เซิร์ฟเวอร์ทำงานหนักมาก หรือฐานข้อมูลไม่ตอบสนอง',
  }),
  spool_backlog: ({ bytes }) => ({
    title: `มีข้อความประมาณ ${sizeAbove(bytes)} รออยู่ในดิสก์และกำลังถูกเก็บ`,
    advice: 'ไม่มีอะไรหาย เพียงแต่ประวัติยังตามไม่ทัน',
  }),
  spool_filling: ({ bytes, percent }) => ({
    title: `ที่พักข้อความในดิสก์ใช้ไป ${percent} % มีข้อความ ${sizeAbove(bytes)} รอฐานข้อมูลอยู่`,
    advice: 'เมื่อเต็ม บอร์ดจะไม่ได้รับการยืนยัน ตรวจดูฐานข้อมูลว่าหยุดทำงานหรือช้ากว่าข้อความที่เข้ามาไหม',
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
