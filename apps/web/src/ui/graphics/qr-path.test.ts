import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import { qrPath } from './qr-path.ts';

const pixelsPerUnit = 4;

/** What a camera sees of the path, as RGBA. */
function draw({ path, size }: { path: string; size: number }) {
  const width = size * pixelsPerUnit;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let pixel = 0; pixel < pixelsPerUnit ** 2; pixel += 1) {
      const column = Number(x) * pixelsPerUnit + (pixel % pixelsPerUnit);
      const row = Number(y) * pixelsPerUnit + Math.floor(pixel / pixelsPerUnit);
      data.set([0, 0, 0], (row * width + column) * 4);
    }
  }
  return { width, height: width, data };
}

test.each([
  'otpauth://totp/Cyno:ann%40example.com?issuer=Cyno&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
  `otpauth://totp/Cyno:${'a'.repeat(240)}%40example.com?issuer=Cyno&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ`,
])('a camera reads %s from what is drawn', (text) => {
  expect(decodeQR(draw(qrPath(text)))).toBe(text);
});
