/** What the documentation is written in; the first one has every page, and its addresses have no language in them. */
export const languages = ['en', 'th'] as const;
export type Language = (typeof languages)[number];

/** What stands around the text of a page. */
interface FrameTexts {
  /** The language, in itself. */
  readonly name: string;
  /** The same in the bar at the top. */
  readonly shortName: string;
  readonly site: string;
  readonly skip: string;
  readonly pages: string;
  readonly search: string;
  readonly theme: string;
  readonly app: string;
  readonly outline: string;
  readonly neighbours: string;
  readonly previous: string;
  readonly next: string;
  readonly table: string;
  linkTo(heading: string): string;
  readonly notes: Readonly<Record<string, string>>;
  readonly sections: Readonly<Record<SectionName, string>>;
  /** Above a page whose text is in the first language. */
  readonly untranslated: string;
  /** Of the response to an unknown address; `front` is a link to the front page. */
  readonly notFound: {
    readonly title: string;
    readonly heading: string;
    text(front: (label: string) => string): string;
  };
}

export type SectionName = 'start' | 'boards' | 'using' | 'interfaces' | 'running' | 'trust' | 'more';

export const frameTexts: Readonly<Record<Language, FrameTexts>> = {
  en: {
    name: 'English',
    shortName: 'EN',
    site: 'Cyno documentation',
    skip: 'Skip to the content',
    pages: 'Pages',
    search: 'Search',
    theme: 'Change between light and dark',
    app: 'Open Cyno',
    outline: 'On this page',
    neighbours: 'Previous and next page',
    previous: 'Previous',
    next: 'Next',
    table: 'Table',
    linkTo: (heading) => `Link to “${heading}”`,
    notes: { NOTE: 'Note', TIP: 'Tip', WARNING: 'Careful' },
    sections: {
      start: 'Start',
      boards: 'Boards',
      using: 'Using Cyno',
      interfaces: 'Interfaces',
      running: 'Running your own',
      trust: 'Trust',
      more: 'More',
    },
    untranslated: 'This page is in English only.',
    notFound: {
      title: 'Not found',
      heading: 'This page does not exist',
      text: (front) => `It may have moved. ${front('The front page of the documentation')} lists all pages.`,
    },
  },
  th: {
    name: 'ภาษาไทย',
    shortName: 'ไทย',
    site: 'คู่มือ Cyno',
    skip: 'ข้ามไปยังเนื้อหา',
    pages: 'หน้าทั้งหมด',
    search: 'ค้นหา',
    theme: 'สลับธีมสว่างและมืด',
    app: 'เปิด Cyno',
    outline: 'ในหน้านี้',
    neighbours: 'หน้าก่อนและหน้าถัดไป',
    previous: 'ก่อนหน้า',
    next: 'ถัดไป',
    table: 'ตาราง',
    linkTo: (heading) => `ลิงก์ไปยัง “${heading}”`,
    notes: { NOTE: 'หมายเหตุ', TIP: 'เคล็ดลับ', WARNING: 'ระวัง' },
    sections: {
      start: 'เริ่มต้น',
      boards: 'บอร์ด',
      using: 'การใช้งาน',
      interfaces: 'การเชื่อมต่อกับโปรแกรมอื่น',
      running: 'ดูแลเซิร์ฟเวอร์เอง',
      trust: 'ความปลอดภัย',
      more: 'อื่น ๆ',
    },
    untranslated: 'หน้านี้ยังไม่มีภาษาไทย จึงแสดงเป็นภาษาอังกฤษ',
    notFound: {
      title: 'ไม่พบหน้านี้',
      heading: 'ไม่มีหน้านี้',
      text: (front) => `หน้านี้อาจย้ายไปแล้ว ${front('หน้าแรกของคู่มือ')}มีรายการหน้าทั้งหมด`,
    },
  },
};
