/**
 * Terms that the dictionary of a browser lacks, or does not find beside some others, with a dash at each place where it may take a part for a word.
 * docs/decisions/0086-unbroken-terms.md
 */
const terms = `
  กรอก กระจาย กระทบ กำลัง กู้-คืน ครบ ครู่ คลิป-บอร์ด คอม-ไพล์ คัด-ลอก คิว-อาร์-โค้ด เครือ-ข่าย เฉพาะ แช-น-เนล โซ-เชีย-ล ดาวน์-โหลด ตั้ง-ค่า
  แด-ช-บอร์ด ตัวแปร ตัวเลข ทราน-แซ-ก-ชัน ที-ละ เท-อร์-มิ-นัล แท็ก แท็บ แท็บ-เล็ต โท-เค็น โทร-ศัพท์ นำ-เข้า บอร์ด บันทึก บูต-โหลด-เด-อร์ แบ่ง-ปัน
  ใบ-รับ-รอง โปร-เจ-กต์ พร็-อก-ซี พาร์-ทิ-ชัน พาส-คีย์ เพิก-ถอน แพ็ก-เก-จ เฟิร์มแวร์ ภาย-หลัง มากกว่า ระหว่าง รี-ส-ตาร์ต รู้-จัก วิด-เจ็ต เว็บ-ฮุก
  สำเนา หนึ่ง ออฟ-ไลน์ อัตโนมัติ อัป-เกรด อัป-โหลด แอ-นะ-ล็อก ฮิ-ส-โท-แก-รม
  การ-ตั้ง-ค่า การ-แจ้ง-เตือน การ-ลง-โปรแกรม ความ-ลับ แจ้ง-เตือน ได้-เลย ที่-อยู่-อีเมล ยัง-ไม่-ตอบ-รับ เริ่ม-ทำงาน-ใหม่ หรือ-ไม่
`
  .trim()
  .split(/\s+/);

/** Thai terms of the product, as they are written. */
export const productTerms: readonly string[] = terms.map((term) => term.replaceAll('-', ''));

/** Where no line ends: WORD JOINER. */
const joiner = '\u2060';
/** Where a line may end, and across which no browser looks for a word: ZERO WIDTH SPACE. */
const space = '\u200B';
const joined = new Map(terms.map((term) => [term.replaceAll('-', ''), term.replaceAll('-', joiner)]));
const longestFirst = productTerms.toSorted((a, b) => b.length - a.length);
/** Vowels and tones that cannot begin a word belong to the one before. */
const wordInText = new RegExp(`(?:${longestFirst.join('|')})(?![\u0E30-\u0E3A\u0E45-\u0E4E])`, 'g');

/** The text with those terms in one piece, in every browser. What has been through this stays as it is. */
export function withUnbrokenTerms(text: string): string {
  const spaceAt = (index: number) => (/[\u0E01-\u0E4E]/.test(text.charAt(index)) ? space : '');
  return text.replaceAll(
    wordInText,
    (word, start: number) => spaceAt(start - 1) + joined.get(word) + spaceAt(start + word.length),
  );
}

/** The text as it was before `withUnbrokenTerms`. */
export const withoutMarks = (text: string): string => text.replaceAll(/[\u2060\u200B]/g, '');
