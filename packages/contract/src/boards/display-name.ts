import type { Language } from '../languages.ts';

/** What a board is by its sketch, where its kit is known. */
type Kind = 'virtual' | 'climate' | 'air' | 'purifier' | 'power' | 'soil' | 'irrigation' | 'hydroponics';

const kindNames: Record<Language, Readonly<Record<Kind, string>>> = {
  en: {
    virtual: 'Virtual board',
    climate: 'Climate kit',
    air: 'Dust kit',
    purifier: 'Air purifier',
    power: 'Power meter',
    soil: 'Soil kit',
    irrigation: 'Irrigation kit',
    hydroponics: 'Hydroponics kit',
  },
  th: {
    virtual: 'บอร์ดจำลอง',
    climate: 'ชุดวัดอากาศ',
    air: 'ชุดวัดฝุ่น',
    purifier: 'เครื่องฟอกอากาศ',
    power: 'มิเตอร์ไฟฟ้า',
    soil: 'ชุดวัดดิน',
    irrigation: 'ชุดรดน้ำ',
    hydroponics: 'ชุดไฮโดรโปนิกส์',
  },
};

const kindsOfTemplates: readonly (readonly [RegExp, Kind])[] = [
  [/^(dht|climate)$/, 'climate'],
  [/^pms7003_airpurifier$/, 'purifier'],
  [/^pms7003/, 'air'],
  [/^(pzem|mk229|ddsu|dds|dtsu|dts|pm2230)/, 'power'],
  [/^soilsensor$/, 'soil'],
  [/^smart_farm/, 'irrigation'],
  [/^hydroponic$/, 'hydroponics'],
];

/** Ids that the library makes of chip and serial number; an id that somebody chose in a sketch is a name already. */
const libraryId = /^(ESP8266|ESP32(?:-[CHPS]\d+)?).*_([0-9a-f]+)$/i;

interface Named {
  readonly name: string;
  readonly espid?: string;
  readonly virtual?: boolean;
  readonly template?: string | null;
}

/**
 * What a device is called: its name, or until somebody gives it one, its kit or chip with the last four digits of its id, such as
 * `Soil kit 1176`. A name that was made so in English is worded in the language too.
 */
export function displayName({ name, espid, virtual, template }: Named, language: Language): string {
  const [, chip, serial] = (name === espid && libraryId.exec(name)) || [];
  if (chip === undefined || serial === undefined) return reworded(name, language);
  const kind = virtual ? 'virtual' : kindsOfTemplates.find(([pattern]) => pattern.test(template ?? ''))?.[1];
  return `${kind ? kindNames[language][kind] : chip} ${serial.slice(-4)}`;
}

function reworded(name: string, language: Language): string {
  const [, english, digits] = /^(.+) ([0-9a-f]{1,4})$/i.exec(name) ?? [];
  const kind = (Object.keys(kindNames.en) as Kind[]).find((one) => kindNames.en[one] === english);
  return kind ? `${kindNames[language][kind]} ${digits}` : name;
}
