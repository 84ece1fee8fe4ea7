import encodeQR from 'qr';

/** A text as QR code with its quiet zone: the path of its dark squares, in a square of `size` units (ISO/IEC 18004). */
export function qrPath(text: string): { path: string; size: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const path = rows.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return { path, size: rows.length };
}
