const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const constants = Uint32Array.from({ length: 64 }, (_, index) => Math.floor(Math.abs(Math.sin(index + 1)) * 2 ** 32));

/** MD5 of the bytes in hex (RFC 1321), with which a board proves what its flash holds; browsers have no function for it. */
export function md5(bytes: Uint8Array): string {
  const padded = new Uint8Array((((bytes.length + 8) >>> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, (bytes.length << 3) >>> 0, true);
  view.setUint32(padded.length - 4, Math.floor(bytes.length / 2 ** 29), true);
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  const block = new Uint32Array(16);
  for (let at = 0; at < padded.length; at += 64) {
    for (let word = 0; word < 16; word++) block[word] = view.getUint32(at + word * 4, true);
    addBlock(state, block);
  }
  const digest = new DataView(new ArrayBuffer(16));
  state.forEach((word, index) => {
    digest.setUint32(index * 4, word, true);
  });
  return Array.from(new Uint8Array(digest.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function addBlock(state: Uint32Array, block: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let step = 0; step < 64; step++) {
    const round = step >> 4;
    const [mixed, word] = mix(round, step, [b, c, d]);
    const sum = (a + mixed + (constants[step] ?? 0) + (block[word] ?? 0)) | 0;
    const shift = shifts[round * 4 + (step & 3)] ?? 0;
    [a, d, c] = [d, c, b];
    b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0;
  }
  [a, b, c, d].forEach((value, index) => {
    state[index] = (state[index] ?? 0) + value;
  });
}

/** The function of a round, and which word of the block its step takes. */
function mix(round: number, step: number, [b, c, d]: readonly [number, number, number]): readonly [number, number] {
  if (round === 0) return [(b & c) | (~b & d), step];
  if (round === 1) return [(d & b) | (~d & c), (5 * step + 1) & 15];
  if (round === 2) return [b ^ c ^ d, (3 * step + 5) & 15];
  return [c ^ (b | ~d), (7 * step) & 15];
}
