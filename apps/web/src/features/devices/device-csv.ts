import type { Device } from '@cyno/contract';
import type { DeviceColumn } from './device-columns.ts';

/** Cells that a spreadsheet would take for a formula (OWASP ASVS 1.2.10). */
const formula = /^[=+\-@\t\r\n]/;

/** The devices with every column of the list as CSV (RFC 4180); instants are written as ISO 8601. */
export function deviceCsv(devices: readonly Device[], columns: readonly DeviceColumn[]): string {
  const lines = [
    columns.map(({ label, unit }) => cell(unit === '' ? label : `${label} (${unit})`)),
    ...devices.map((device) => columns.map((column) => valueCell(column, device))),
  ];
  return `\ufeff${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}

function valueCell(column: DeviceColumn, device: Device): string {
  const value = column.read(device);
  if (value === null) return '';
  if (typeof value === 'number') return column.kind === 'date' ? new Date(value).toISOString() : String(value);
  return cell(Array.isArray(value) ? value.join(', ') : String(value));
}

function cell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
