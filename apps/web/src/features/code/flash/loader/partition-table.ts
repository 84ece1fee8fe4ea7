/** The first two bytes of each entry. */
export const partitionMagic = 0x50aa;
export const otaDataBytes = 0x2000;

const entryBytes = 32;
const otaDataKind = 0x0001;
const factoryKind = 0x0000;
const firstOtaKind = 0x1000;

/** Where OTA data lie, and the application that starts once they are erased. */
export type OtaPlaces = { otaDataAt: number; applicationAt: number };

/** Those of the tables that Arduino and PlatformIO come with. */
export const usualOtaPlaces: OtaPlaces = { otaDataAt: 0xe000, applicationAt: 0x10000 };

/** Reads them from a partition table; null: it has none. Format: Espressif, "Partition Tables". */
export function readOtaPlaces(table: Uint8Array): OtaPlaces | null {
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  const offsets = new Map<number, number>();
  for (let at = 0; at + entryBytes <= view.byteLength; at += entryBytes) {
    if (view.getUint16(at, true) !== partitionMagic) break;
    // The type, and the subtype in the upper byte.
    offsets.set(view.getUint16(at + 2, true), view.getUint32(at + 4, true));
  }
  const otaDataAt = offsets.get(otaDataKind);
  const applicationAt = offsets.get(factoryKind) ?? offsets.get(firstOtaKind);
  return otaDataAt === undefined || applicationAt === undefined ? null : { otaDataAt, applicationAt };
}
