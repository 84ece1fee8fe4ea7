import type * as english from './en.ts';

/** The server's lines in the log of a device in Thai. */
export const th: Readonly<Record<keyof typeof english.en, string>> = {
  connected: 'เชื่อมต่อจาก {address}',
  accepted: 'อนุมัติแล้ว เชื่อมต่อจาก {address}',
  started: 'บอร์ดเริ่มทำงาน',
  closed: 'บอร์ดตัดการเชื่อมต่อเอง',
  lost: 'การเชื่อมต่อหลุด',
  timeout: 'บอร์ดเงียบไป',
  protocol_error: 'บอร์ดส่งข้อมูลผิดรูปแบบ',
  not_stored: 'บันทึกข้อความไม่ได้ จึงตัดการเชื่อมต่อ บอร์ดจะส่งใหม่เมื่อกลับมา',
  too_much: 'บอร์ดส่งข้อมูลมากเกินกำหนดนาน 10 วินาที จึงตัดการเชื่อมต่อ ลดการส่งลง',
  kicked: 'เซิร์ฟเวอร์ตัดการเชื่อมต่อ',
  shutdown: 'เซิร์ฟเวอร์หยุดทำงาน',
  paused: 'พักไว้: แพ็กเกจไม่พอสำหรับอุปกรณ์นี้ จึงไม่เก็บและไม่แสดงข้อมูลที่ส่งมา เลือกให้ใช้งานได้ที่หน้าแพ็กเกจ หรือเปลี่ยนเป็นแพ็กเกจที่ใหญ่ขึ้น',
  active: 'ใช้งานได้อีกครั้ง',
  two_boards: 'บอร์ดสองตัวใช้รหัสนี้: ตัวที่ {there} ยังเชื่อมต่ออยู่ ตัวที่ {heldOff} ถูกกันไว้ ปิดตัวใดตัวหนึ่ง หรือตั้งรหัสใหม่ในโค้ดของตัวนั้น',
  not_used: 'ได้รับแล้ว แต่ไม่ได้ใช้: {topic}',
  signal: 'สัญญาณ {rssi} dBm',
  wifi: 'Wi-Fi "{ssid}"',
  firmware: 'เฟิร์มแวร์ {version}',
  joined_window: 'เข้าร่วมจาก {address} ระหว่างเปิดหน้าต่างเพิ่มอุปกรณ์',
  joined_key: 'เข้าร่วมจาก {address} ด้วยรหัสเชื่อมต่อ',
  joined_token: 'เข้าร่วมจาก {address} ด้วยโทเค็นการเข้าถึง',
  refused_no_key: 'ปฏิเสธการเชื่อมต่อจาก {address}: ไม่มีรหัสเชื่อมต่อ',
  refused_claimed: 'ปฏิเสธการเชื่อมต่อจาก {address}: บัญชีอื่นขอเป็นเจ้าของบอร์ดนี้',
  handed_over: 'โอนมาจาก {owner}: บอร์ดต้องใช้อีเมลและรหัสเชื่อมต่อของเจ้าของใหม่',
  claimed: 'บัญชีอื่นขอเป็นเจ้าของบอร์ดนี้ ดูสิ่งที่ทำได้ในหน้าของอุปกรณ์',
  refusals_left_out: 'ไม่ได้แสดงการเชื่อมต่อที่ถูกปฏิเสธอีก {count} ครั้ง',
  lines_left_out: 'ไม่ได้แสดงอีก {count} บรรทัด',
  update_requested: '{user} สั่งอัปเดตเป็น {image}',
  update_fetching: 'บอร์ดกำลังดาวน์โหลด {image} ขนาด {bytes} ไบต์',
  update_fetching_after: 'บอร์ดกำลังดาวน์โหลด {image} ขนาด {bytes} ไบต์ ก่อนหน้านี้ใช้ {before}',
  update_offered: 'แจ้งให้บอร์ดดาวน์โหลด {image}',
  update_missed: 'บอร์ดหลุดไปก่อนที่จะแจ้งได้',
  update_fetched: 'บอร์ดได้ไฟล์ครบแล้ว และกำลังรีสตาร์ต',
  update_stranger: 'มีผู้อื่นที่ไม่ใช่บอร์ดนี้ขอไฟล์ และถูกปฏิเสธ',
  update_succeeded: 'อัปเดตเป็น {image} สำเร็จ',
  update_succeeded_but: 'อัปเดตเป็น {image} สำเร็จ: {remark}',
  update_failed: 'อัปเดตเป็น {image} ไม่สำเร็จ: {reason}',
  update_cancelled: 'ยกเลิกการอัปเดตเป็น {image}: {reason}',
  import_done: 'นำเข้า {name}: เพิ่ม {added} ค่า เปลี่ยน {changed} ค่า',
  import_cancelled: 'ยกเลิกการนำเข้า {name}: เพิ่ม {added} ค่า เปลี่ยน {changed} ค่า',
  import_continued: 'นำเข้า {name} ต่อหลังเซิร์ฟเวอร์รีสตาร์ต: ก่อนหน้านี้เพิ่ม {added} ค่า เปลี่ยน {changed} ค่า',
  import_interrupted: 'การนำเข้า {name} ขาดช่วง: เพิ่ม {added} ค่า เปลี่ยน {changed} ค่า',
  import_stopped: 'การนำเข้า {name} หยุดลง: เพิ่ม {added} ค่า เปลี่ยน {changed} ค่า',
};

export const orders: Readonly<Record<keyof typeof english.orders, string>> = {
  reboot: 'reboot สั่งโดย {user}',
  reset: 'reset สั่งโดย {user}',
};
export const automations: Readonly<Record<keyof typeof english.automations, string>> = {
  reads: 'ปิด {name} แล้ว เพราะใช้ค่าของ {espid} ซึ่งย้ายไปอยู่บัญชีอื่น',
  reads_other: 'ปิด {name} แล้ว เพราะใช้ค่าของอุปกรณ์ซึ่งอยู่ในบัญชีอื่น',
  runs_scene: 'ปิด {name} แล้ว เพราะใช้ชุดคำสั่งซึ่งอยู่ในบัญชีอื่น',
  reads_alert_rule: 'ปิด {name} แล้ว เพราะใช้กฎการเตือนซึ่งอยู่ในบัญชีอื่น',
  watches_devices: 'ปิด {name} แล้ว เพราะดูอุปกรณ์ซึ่งอยู่ในบัญชีอื่น',
};
export const messages: Readonly<Record<keyof typeof english.messages, string>> = {
  from_app: 'แอปส่งมาที่ {topic}: {problem}',
};
