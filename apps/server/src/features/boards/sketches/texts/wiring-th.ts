const modbus = ': A และ B ต่อ MAX485, Modbus address 1';

/** What to connect, and what to know before, in Thai; `{}` stands for what the sentence is about, in its order. */
export const wiringTh: Readonly<Record<string, string>> = {
  '{}: data to {}, plus to 3V3, minus to GND.': '{}: ขา data ต่อ {}, ขั้วบวกต่อ 3V3, ขั้วลบต่อ GND',
  'PMS7003: TX to {}, RX to {}, VCC to 5V, GND to GND.': 'PMS7003: TX ต่อ {}, RX ต่อ {}, VCC ต่อ 5V, GND ต่อ GND',
  'PZEM-004T: TX to {}, RX to {}, 5V to 5V, GND to GND.': 'PZEM-004T: TX ต่อ {}, RX ต่อ {}, 5V ต่อ 5V, GND ต่อ GND',
  'Its other side carries mains voltage: switch it off first, and let somebody qualified connect it.':
    'อีกด้านหนึ่งเป็นไฟบ้าน ตัดไฟก่อน และให้ช่างไฟฟ้าเป็นผู้ต่อ',
  'Relay module that switches on at HIGH: IN1 to {}, IN2 to {}, VCC to 5V, GND to GND.':
    'โมดูลรีเลย์แบบทำงานเมื่อ HIGH: IN1 ต่อ {}, IN2 ต่อ {}, VCC ต่อ 5V, GND ต่อ GND',
  'Mains voltage belongs in the hands of somebody qualified.': 'งานไฟบ้านให้ช่างไฟฟ้าเป็นผู้ทำ',
  'MAX485: RO to {}, DI to {}, RE and DE to {}.': 'MAX485: RO ต่อ {}, DI ต่อ {}, RE และ DE ต่อ {}',
  'MAX485: RO to {}, DI to {}, RE to {}, DE to {}.': 'MAX485: RO ต่อ {}, DI ต่อ {}, RE ต่อ {}, DE ต่อ {}',
  'soil probe: A and B to the MAX485, Modbus address 1.': `หัววัดดิน${modbus}`,
  '{}: A and B to the MAX485, Modbus address 1.': `{}${modbus}`,
  'Moisture sensor: AOUT to {}, VCC to 3V3, GND to GND.': 'เซนเซอร์ความชื้นในดิน: AOUT ต่อ {}, VCC ต่อ 3V3, GND ต่อ GND',
  'BME280: SDA to {}, SCL to {}, VCC to 3V3, GND to GND.': 'BME280: SDA ต่อ {}, SCL ต่อ {}, VCC ต่อ 3V3, GND ต่อ GND',
  'DS18B20: data to {}, with 4.7 kOhm from data to 3V3.':
    'DS18B20: ขา data ต่อ {}, ใส่ตัวต้านทาน 4.7 kOhm ระหว่าง data กับ 3V3',
  'HC-SR04: TRIG to {}, ECHO to {}, VCC to 5V.': 'HC-SR04: TRIG ต่อ {}, ECHO ต่อ {}, VCC ต่อ 5V',
  'ECHO gives 5 V: put 1 kOhm in its way and 2 kOhm from the pin to GND.':
    'ขา ECHO ให้สัญญาณ 5 V: ต่อตัวต้านทาน 1 kOhm คั่นไว้ และ 2 kOhm จากขาของบอร์ดลง GND',
  'HC-SR501: OUT to {}, VCC to 5V, GND to GND.': 'HC-SR501: OUT ต่อ {}, VCC ต่อ 5V, GND ต่อ GND',
  'Light: the LED on pin {}, or your own one with 330 Ohm to GND.':
    'ไฟ: LED ที่ขา {} หรือ LED ของคุณเองพร้อม 330 Ohm ลง GND',
  'Light: the LED on pin {}, which shines while the pin is low.': 'ไฟ: LED ที่ขา {} ซึ่งติดเมื่อขาเป็น LOW',
  'Light: the LED on pin {}.': 'ไฟ: LED ที่ขา {}',
  'Nothing to connect.': 'ไม่ต้องต่ออะไร',
  'LD2420: OT1 to {}, RX to {}, 3V3 to 3V3, GND to GND.': 'LD2420: OT1 ต่อ {}, RX ต่อ {}, 3V3 ต่อ 3V3, GND ต่อ GND',
  'Light: an LED with 330 Ohm from {} to GND.': 'ไฟ: LED พร้อม 330 Ohm จาก {} ลง GND',
  'Fan: through a MOSFET to {}, with its own supply.': 'พัดลม: ต่อผ่าน MOSFET ไปที่ {} และใช้แหล่งจ่ายไฟแยก',
  'Display, if there is one: SDA to {}, SCL to {}, VCC to 3V3, GND to GND.':
    'จอแสดงผล (ถ้ามี): SDA ต่อ {}, SCL ต่อ {}, VCC ต่อ 3V3, GND ต่อ GND',
  'Button: between {} and GND.': 'ปุ่ม: ต่อระหว่าง {} กับ GND',
  'Button: the one called BOOT (pin {}).': 'ปุ่ม: ปุ่ม BOOT บนบอร์ด (ขา {})',
  'Relay module: pump to {}, valves 1 to 4 to {}.': 'โมดูลรีเลย์: ปั๊มน้ำต่อ {}, วาล์ว 1 ถึง 4 ต่อ {}',
  'Pump and valves have their own supply.': 'ปั๊มน้ำและวาล์วใช้แหล่งจ่ายไฟแยก',
  'TDS sensor: A to {}. DS18B20: data to {}, with 4.7 kOhm to 3V3.':
    'เซนเซอร์ TDS: A ต่อ {} และ DS18B20: data ต่อ {} พร้อม 4.7 kOhm ไปยัง 3V3',
  'Pump: relay to {}.': 'ปั๊มน้ำ: รีเลย์ต่อ {}',
  'Output {}': 'เอาต์พุต {}',
  '{}: pin {}, on (1) or off (0), switched from the Control tab.': '{}: ขา {}, เปิด (1) หรือปิด (0) จากแท็บควบคุม',
  '{}: pin {}, pulse width 0 to 255, set from the Control tab.': '{}: ขา {}, PWM 0 ถึง 255 ตั้งจากแท็บควบคุม',
  '{}: pin {}, voltage in steps of 0 to 255, set from the Control tab.':
    '{}: ขา {}, แรงดันไฟฟ้าเป็นระดับ 0 ถึง 255 ตั้งจากแท็บควบคุม',
  'Libraries: {}.': 'ไลบรารี: {}',
  'Note: {}': 'หมายเหตุ: {}',
  'Pin {}: {}': 'ขา {}: {}',
  'It sends no values. Add one, such as the time since the start, to see on the Overview tab that it lives.':
    'โค้ดนี้ไม่ส่งค่า เพิ่มสักค่า เช่น เวลาตั้งแต่เริ่มทำงาน เพื่อให้เห็นบนแท็บภาพรวมว่าบอร์ดยังทำงานอยู่',
  'The dashboard "{}" also shows {}, which this sketch does not send.': 'แดชบอร์ด "{}" แสดง {} ด้วย ซึ่งโค้ดนี้ไม่ได้ส่ง',
};
