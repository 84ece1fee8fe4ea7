const texts = {
  en: {
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'Not copied',
    search: 'Search the documentation',
    results: 'Results',
    nothing: (query: string) => `Nothing found for “${query}”.`,
    failed: 'The search cannot be loaded. Try again.',
  },
  th: {
    copy: 'คัดลอก',
    copied: 'คัดลอกแล้ว',
    notCopied: 'คัดลอกไม่ได้',
    search: 'ค้นหาในคู่มือ',
    results: 'ผลการค้นหา',
    nothing: (query: string) => `ไม่พบ “${query}”`,
    failed: 'โหลดการค้นหาไม่ได้ ลองอีกครั้ง',
  },
};

/** The language of the page, which is that of its index too. */
export const language: keyof typeof texts = document.documentElement.lang === 'th' ? 'th' : 'en';
/** What the scripts show, in the language of the page. */
export const pageTexts = texts[language];
