import type { Language } from '../languages.ts';

/** The notes of pins in Thai. */
const notesTh: Readonly<Record<string, string>> = {
  'Boot pin: avoid loads.': 'ขาบูต: เลี่ยงการต่อโหลด',
  'Boot pin: avoid loads. Also the flash button.': 'ขาบูต: เลี่ยงการต่อโหลด ใช้ร่วมกับปุ่ม FLASH',
  'Boot pin: avoid loads. Also the built-in LED, on while the pin is low.':
    'ขาบูต: เลี่ยงการต่อโหลด ใช้ร่วมกับไฟ LED บนบอร์ด ซึ่งติดเมื่อขาเป็น LOW',
  'Boot pin: avoid loads. Must be low at the start.': 'ขาบูต: เลี่ยงการต่อโหลด ต้องเป็น LOW ตอนเริ่มทำงาน',
  'Used by the USB port.': 'ใช้กับพอร์ต USB',
  'Used by the serial port for uploads.': 'ใช้กับพอร์ตอนุกรมสำหรับอัปโหลดโค้ด',
  'Input only.': 'อินพุตเท่านั้น',
  'Wakes the chip from deep sleep.': 'ใช้ปลุกชิปจากโหมด deep sleep',
  'Usually the I²C clock (SCL).': 'มักใช้เป็นสายสัญญาณนาฬิกา I²C (SCL)',
  'Usually the I²C data line (SDA).': 'มักใช้เป็นสายข้อมูล I²C (SDA)',
};

const notes: Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>> = { th: notesTh };

/** The note of a pin in a language; one that is not known stays as it is. */
export const pinNoteIn = (note: string, language: Language): string =>
  language !== 'en' && Object.hasOwn(notes[language], note) ? (notes[language][note] ?? note) : note;
