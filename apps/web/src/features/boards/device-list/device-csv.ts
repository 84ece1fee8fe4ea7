import type { CsvCell, Device } from '@cyno/contract';
import { csvLine } from '@cyno/contract/csv';
import { cellText, type DeviceColumn } from './device-columns.ts';

/** The devices with every column of the list as CSV (RFC 4180); instants are written as ISO 8601. */
export function deviceCsv(devices: readonly Device[], columns: readonly DeviceColumn[]): string {
  const lines = [
    columns.map(({ label, unit }) => (unit === '' ? label : `${label} (${unit})`)),
    ...devices.map((device) => columns.map((column) => valueCell(column, device))),
  ];
  return `${lines.map(csvLine).join('\r\n')}\r\n`;
}

function valueCell(column: DeviceColumn, device: Device): CsvCell {
  const value = column.read(device);
  if (value === null) return null;
  if (typeof value === 'number') return column.kind === 'date' ? new Date(value).toISOString() : value;
  return Array.isArray(value) ? value.join(', ') : cellText(column, value);
}
