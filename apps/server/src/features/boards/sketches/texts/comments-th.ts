/** Comments of sketches in Thai; `{}` stands for what the comment is about, in its order. */
export const commentsTh: Readonly<Record<string, string>> = {
  'fill in': 'กรอกของคุณเอง',
  'your e-mail and connection key': 'อีเมลและรหัสเชื่อมต่อของคุณ',
  'write DHT11 for the blue one, DHT21 for the AM2301': 'เปลี่ยนเป็น DHT11 ถ้าใช้ตัวสีฟ้า หรือ DHT21 ถ้าใช้ AM2301',
  'write DHT22 for the white one': 'เปลี่ยนเป็น DHT22 ถ้าใช้ตัวสีขาว',
  'in one message': 'ในหนึ่งข้อความ',
  'Puts a value into the message, rounded; a sensor that failed gives nan and is left out.':
    'ใส่ค่าที่ปัดเศษแล้วลงในข้อความ ถ้าอ่านเซนเซอร์ไม่ได้จะได้ nan และไม่ส่งค่านั้น',
  'Sends what a function puts into the message.': 'ส่งค่าที่ฟังก์ชันใส่ลงในข้อความ',
  'Reads the sensors.': 'อ่านค่าจากเซนเซอร์',
  'from now on it connects by itself whenever there is Wi-Fi': 'จากนี้จะเชื่อมต่อเองทุกครั้งที่มี Wi-Fi',
  'keeps the connection; never wait long in this function': 'รักษาการเชื่อมต่อ อย่าหน่วงเวลานานในฟังก์ชันนี้',
  'every {} s': 'ทุก {} วินาที',
  'when the newest reading came, 0 = never': 'เวลาที่ได้ค่าล่าสุด 0 = ยังไม่เคย',
  'the sensor is silent': 'เซนเซอร์ไม่ตอบ',
  'The library itself switches the pins when the Control tab says so.': 'ไลบรารีสั่งขาเหล่านี้เองตามแท็บควบคุม',
  'The library itself switches the pin when the Control tab says so.': 'ไลบรารีสั่งขานี้เองตามแท็บควบคุม',
  'The MAX485 sends while these pins are high and listens while they are low.':
    'MAX485 ส่งข้อมูลเมื่อขาเหล่านี้เป็น HIGH และรับข้อมูลเมื่อเป็น LOW',
  'While the answer is on its way the connection must go on.': 'ระหว่างรอคำตอบ ต้องรักษาการเชื่อมต่อไว้',
  'What the sensor gives in dry air and in water: look at the serial monitor and write your own numbers here.':
    'ค่าที่เซนเซอร์อ่านได้ในอากาศแห้งและในน้ำ: ดูใน Serial Monitor แล้วใส่ตัวเลขของคุณตรงนี้',
  'the two addresses that it can have': 'ที่อยู่สองแบบที่เซนเซอร์อาจใช้',
  'ready before the next turn': 'พร้อมก่อนรอบถัดไป',
  '-127: no probe, 85: not measured yet': '-127: ไม่มีหัววัด, 85: ยังไม่ได้วัด',
  'cm from the bottom of the tank to the sensor': 'ระยะจากก้นถังถึงเซนเซอร์ หน่วย cm',
  'The distance in cm by the echo of a click; nothing within 4 m gives nan.':
    'ระยะห่างเป็น cm จากเสียงสะท้อน ถ้าไม่พบอะไรใน 4 m ให้ค่า nan',
  'True once each time the button of the board is pressed.': 'เป็น true หนึ่งครั้งต่อการกดปุ่มบนบอร์ดหนึ่งครั้ง',
  'a contact bounces for some milliseconds': 'หน้าสัมผัสของปุ่มสั่นอยู่ไม่กี่มิลลิวินาที',
  'Put your own readings here: a short name without blanks, a number, and how many decimals of it count.':
    'ใส่ค่าที่คุณวัดตรงนี้: ชื่อสั้น ๆ ไม่เว้นวรรค ตัวเลข และจำนวนทศนิยม',
  'Somebody operated a control on the dashboard.': 'มีคนสั่งงานจากแดชบอร์ด',
  'tells the dashboard what happened here': 'แจ้งแดชบอร์ดว่าเกิดอะไรขึ้นที่บอร์ด',
  'tells the Control tab what happened here': 'แจ้งแท็บควบคุมว่าเกิดอะไรขึ้นที่บอร์ด',
  'At most 254 bytes; it appears on the Console tab of the device.': 'ไม่เกิน 254 ไบต์ แสดงบนแท็บคอนโซลของอุปกรณ์',
  'the distance that stands for nobody, cm': 'ระยะที่ถือว่าไม่มีคน หน่วย cm',
  'so long after the last sign somebody counts as there': 'นับว่ายังมีคนอยู่ต่อไปอีกเท่านี้หลังพบครั้งล่าสุด',
  'when the radar last saw somebody, 0 = never': 'เวลาที่เรดาร์พบคนครั้งล่าสุด 0 = ยังไม่เคย',
  'The radar writes lines such as "ON" and "Range 153" (cm), and "OFF" when nobody is there.':
    'เรดาร์ส่งข้อความเช่น "ON" และ "Range 153" (cm) และส่ง "OFF" เมื่อไม่มีคน',
  'One step towards the brightness that belongs to the distance, every 10 ms.':
    'ปรับความสว่างเข้าหาค่าตามระยะทีละขั้น ทุก 10 ms',
  'the public example spells it so': 'ตัวอย่างเดิมสะกดแบบนี้',
  'PM2.5 at which the fan starts': 'ค่า PM2.5 ที่พัดลมเริ่มหมุน',
  'PM2.5 at which it runs at full speed': 'ค่า PM2.5 ที่พัดลมหมุนเต็มที่',
  'the highest speed, %': 'ความเร็วสูงสุด %',
  'the speed now, %': 'ความเร็วขณะนี้ %',
  'PM2.5 without its jumps': 'ค่า PM2.5 ที่กรองการกระโดดออกแล้ว',
  'The button leads through the modes and tells the dashboard.': 'ปุ่มใช้เปลี่ยนโหมดไปเรื่อย ๆ และแจ้งแดชบอร์ด',
  'most relay modules switch on at LOW': 'โมดูลรีเลย์ส่วนใหญ่ทำงานเมื่อเป็น LOW',
  'the pump, then the valves 1 to 4': 'ปั๊มน้ำ ตามด้วยวาล์ว 1 ถึง 4',
  'Settings that the dashboard changes; it sends them again after every start.':
    'การตั้งค่าที่แก้จากแดชบอร์ด และส่งมาใหม่ทุกครั้งที่บอร์ดเริ่มทำงาน',
  'until the probe answers': 'จนกว่าหัววัดจะตอบ',
  '% moisture': 'ความชื้น %',
  'the valve whose turn it is, 0 = no watering': 'วาล์วที่กำลังรดน้ำ 0 = ไม่ได้รดน้ำ',
  'the water sinks in before the next automatic watering': 'รอให้น้ำซึมก่อนรดน้ำอัตโนมัติครั้งต่อไป',
  'Switches a relay and tells the dashboard.': 'สั่งรีเลย์และแจ้งแดชบอร์ด',
  'there is nothing to open': 'ไม่มีวาล์วให้เปิด',
  'the pump first': 'ปั๊มน้ำก่อน',
  'Seconds until the watering ends.': 'จำนวนวินาทีจนกว่าจะรดน้ำเสร็จ',
  'A pump or valve by hand; during a watering the dashboard is told what they really are.':
    'สั่งปั๊มหรือวาล์วเอง ระหว่างรดน้ำจะแจ้งสถานะจริงให้แดชบอร์ด',
  'before it becomes an output, so that no valve opens for a moment': 'ก่อนตั้งเป็นเอาต์พุต เพื่อไม่ให้วาล์วเปิดชั่วขณะ',
  'changed by the event CAL': 'แก้ได้ด้วยอีเวนต์ CAL',
  'Dissolved solids in ppm by the curve of the common analog sensor.':
    'ของแข็งละลายน้ำเป็น ppm ตามกราฟของเซนเซอร์แอนะล็อกทั่วไป',
  'below the sensor, so negative': 'อยู่ใต้เซนเซอร์ จึงเป็นค่าลบ',
  'the pump runs until it is switched off': 'ปั๊มทำงานจนกว่าจะสั่งปิด',
  'Two registers hold a whole number.': 'รีจิสเตอร์สองตัวเก็บจำนวนเต็มหนึ่งค่า',
  'Which shunt is connected: 0 = 100 A, 1 = 50 A, 2 = 200 A, 3 = 300 A.':
    'ชันต์ที่ต่ออยู่: 0 = 100 A, 1 = 50 A, 2 = 200 A, 3 = 300 A',
  'the direction of the current': 'ทิศทางของกระแส',
  'Two registers hold a number with a point (IEEE 754, high word first).':
    'รีจิสเตอร์สองตัวเก็บเลขทศนิยมหนึ่งค่า (IEEE 754, high word ก่อน)',
  'The rest, in a message of its own: the library cannot send more than 254 bytes at once.':
    'ค่าที่เหลือในอีกข้อความหนึ่ง: ไลบรารีส่งได้ไม่เกิน 254 ไบต์ต่อครั้ง',
  'The ratio of your current transformers, such as 60 for 300 A : 5 A.':
    'อัตราส่วนของหม้อแปลงกระแส (CT) เช่น 60 สำหรับ 300 A : 5 A',
  'all phases together, then each': 'รวมทุกเฟส แล้วตามด้วยแต่ละเฟส',
  'The meter writes a leading power factor as more than 1.': 'มิเตอร์แสดงตัวประกอบกำลังแบบนำหน้าเป็นค่ามากกว่า 1',
  'Reads three numbers that lie side by side, one for each phase.': 'อ่านสามค่าที่อยู่ติดกัน เฟสละหนึ่งค่า',
  'the meter is silent: no use in asking for the rest': 'มิเตอร์ไม่ตอบ ไม่ต้องอ่านค่าที่เหลือ',
  'A made-up number, until the reading of a sensor stands in its place.': 'ค่าสมมติ จนกว่าจะแทนด้วยค่าจากเซนเซอร์',
  'Put the readings of your sensors in place of madeUp(...). A sensor that fails should give NAN: that is not sent.':
    'แทน madeUp(...) ด้วยค่าจากเซนเซอร์ของคุณ ถ้าอ่านเซนเซอร์ไม่ได้ควรให้ค่า NAN ค่านั้นจะไม่ถูกส่ง',
  'Do not wait in here; a sensor that needs longer than a second is asked in one pass and read in a later one.':
    'อย่าหน่วงเวลาในนี้ เซนเซอร์ที่ใช้เวลาเกินหนึ่งวินาทีให้สั่งวัดในรอบหนึ่ง แล้วอ่านในรอบถัดไป',
  '{}, 1 is on, 0 is off. For your own code: the Control tab switches it without this, and learns here of what you do.':
    '{}, 1 คือเปิด 0 คือปิด ใช้ในโค้ดของคุณเอง: แท็บควบคุมสั่งได้โดยไม่ต้องใช้ฟังก์ชันนี้ และรู้จากตรงนี้ว่าโค้ดสั่งอะไร',
  '{}, 0 to 255. For your own code: the Control tab switches it without this, and learns here of what you do.':
    '{}, 0 ถึง 255 ใช้ในโค้ดของคุณเอง: แท็บควบคุมสั่งได้โดยไม่ต้องใช้ฟังก์ชันนี้ และรู้จากตรงนี้ว่าโค้ดสั่งอะไร',
  'What the dashboard has set, and what it is after a start.': 'ค่าที่ตั้งจากแดชบอร์ด และค่าหลังเริ่มทำงาน',
  'When your own code changes one of them, for instance because a button was pressed, this tells the dashboard:':
    'เมื่อโค้ดของคุณเปลี่ยนค่าใดค่าหนึ่ง เช่น มีคนกดปุ่ม คำสั่งนี้แจ้งแดชบอร์ด:',
  'as a number: .toFloat()': 'ใช้เป็นตัวเลข: .toFloat()',
  '{}; as a number: .toFloat()': '{}; ใช้เป็นตัวเลข: .toFloat()',
  'put here what is to happen': 'ใส่สิ่งที่ต้องการให้ทำตรงนี้',
  'Open this folder in PlatformIO, fill in your Wi-Fi in src/main.cpp, and upload.':
    'เปิดโฟลเดอร์นี้ใน PlatformIO กรอก Wi-Fi ใน src/main.cpp แล้วอัปโหลด',
  'The server for the whole build, the library included.': 'เซิร์ฟเวอร์สำหรับการคอมไพล์ทั้งหมด รวมถึงไลบรารี',
};
