/** Bytes that do not compress, so that a flash takes several blocks. */
function noise(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let state = 12_345;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

/** An application of an ESP32 or one of its successors; only with a version has it a description. */
export function esp32Image(length: number, { chipId = 0, version = '' } = {}): Uint8Array<ArrayBuffer> {
  const image = noise(length);
  image.set([0xe9, 6, 2, 0x2f, 0, 0x10, 8, 0x40, 0xee, 0, 0, 0, chipId, 0]);
  image.fill(0, 32, 96);
  if (version !== '') {
    image.set([0x32, 0x54, 0xcd, 0xab], 32);
    image.set(new TextEncoder().encode(version), 48);
  }
  return image;
}

export function esp8266Image(length: number): Uint8Array<ArrayBuffer> {
  const image = noise(length);
  image.set([0xe9, 1, 2, 0x40, 0xcc, 0xf2, 0x10, 0x40, 0, 0xf0, 0x10, 0x40]);
  return image;
}

/** With the type, subtype and place of each partition. */
export function partitionTable(
  partitions: readonly (readonly [number, number, number])[] = [[1, 2, 0x9000]],
): Uint8Array<ArrayBuffer> {
  const table = new Uint8Array(0xc00).fill(0xff);
  partitions.forEach(([type, subtype, offset], index) => {
    table.set([0xaa, 0x50, type, subtype], 32 * index);
    new DataView(table.buffer).setUint32(32 * index + 4, offset, true);
  });
  return table;
}

/** Boot loader, partition table and application in one file. */
export function mergedImage(): Uint8Array<ArrayBuffer> {
  const image = new Uint8Array(0x10000 + 90_000).fill(0xff);
  image.set(esp32Image(20_000), 0x1000);
  image.set(partitionTable(), 0x8000);
  image.set(esp32Image(90_000, { version: '2.1.0' }), 0x10000);
  return image;
}
