/** What the loader reads from a chip. */
export type ChipIdentity = {
  /** The kind as the loader names it, such as `ESP32-S3`. */
  name: string;
  /** `EC:FA:BC:2A:C4:58`; of an ESP32 the factory's base address. */
  mac: string;
  /** Major × 100 + minor, as ESP-IDF 5 counts; 0 on an ESP8266, which has none; null: not known how to read it. */
  revision: number | null;
  /** The package in the fuses, by whose lowest three bits the Arduino core distinguishes models of an ESP32. */
  packageId: number;
};

/**
 * The espid that the public library will give the board (Arduino core 3 for the ESP32 family; core 2 counted revisions
 * differently), or null where that cannot be determined.
 */
export function boardEspid(chip: ChipIdentity): string | null {
  const mac = chip.mac.replaceAll(':', '').toUpperCase();
  if (chip.name === 'ESP8266') return `ESP8266-${Number.parseInt(mac.slice(-6), 16)}_${mac}`;
  const model = arduinoModel(chip);
  return model === null || chip.revision === null ? null : `${model}-${chip.revision}_${espidSuffix(chip)}`;
}

/** What ends the espid on every version of the Arduino core. */
export function espidSuffix({ name, mac }: Pick<ChipIdentity, 'name' | 'mac'>): string {
  const digits = mac.replaceAll(':', '');
  return name === 'ESP8266' ? digits.toUpperCase() : Number.parseInt(digits.slice(-8), 16).toString(16);
}

const esp32Models: Readonly<Record<number, string>> = {
  2: 'ESP32-D2WD',
  4: 'ESP32-U4WDH',
  5: 'ESP32-PICO-D4',
  6: 'ESP32-PICO-V3-02',
  7: 'ESP32-D0WDR2-V3',
};
const esp32S2Models = ['ESP32-S2', 'ESP32-S2FH16', 'ESP32-S2FH32'];
const namedByKind = new Set(['ESP32-S3', 'ESP32-C2', 'ESP32-C3', 'ESP32-C6', 'ESP32-H2']);

/** `ESP.getChipModel()` of the Arduino core. */
function arduinoModel({ name, packageId, revision }: ChipIdentity): string | null {
  if (name === 'ESP32') {
    const third = (revision ?? 0) >= 300 ? '-V3' : '';
    const pack = packageId & 7;
    if (pack === 0) return `ESP32-D0WDQ6${third}`;
    if (pack === 1) return `ESP32-D0WD${third}`;
    return esp32Models[pack] ?? 'Unknown';
  }
  if (name === 'ESP32-S2') return esp32S2Models[packageId] ?? 'ESP32-S2 (Unknown)';
  return namedByKind.has(name) ? name : null;
}
