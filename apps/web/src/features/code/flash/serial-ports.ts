import { t } from '@lingui/core/macro';
import { formatValue } from '../../../lib/format/format.ts';

/** Why there is no Web Serial; null: there is. */
export function serialMissing(): 'insecure' | 'browser' | null {
  if ('serial' in navigator) return null;
  return isSecureContext ? 'browser' : 'insecure';
}

/** USB vendors of the serial chips that boards carry. */
const vendors = (): Readonly<Record<number, string>> => ({
  12346: t`USB of the chip`,
  4292: 'CP210x',
  6790: 'CH340',
  1027: 'FTDI',
  1659: 'PL2303',
});

/** What stands at the other end, as far as USB reports. */
export function portText(port: SerialPort): string {
  const { usbVendorId, usbProductId } = port.getInfo();
  if (usbVendorId === undefined) return t`Serial port`;
  const hex = (id = 0) => id.toString(16).padStart(4, '0');
  return `${vendors()[usbVendorId] ?? t`USB serial port`} (${hex(usbVendorId)}:${hex(usbProductId)})`;
}

/** A speed as boards and cables count it: `115,200 baud`. */
export const baudText = (speed: number): string => t`${{ speed: formatValue(speed, 0) }} baud`;

/** Lets the reader pick a port in the browser's own window; null when it was closed without a choice. */
export async function pickPort(): Promise<SerialPort | null> {
  try {
    return await navigator.serial.requestPort();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw error;
  }
}
