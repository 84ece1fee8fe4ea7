import { adminStoredHistoryResponse, storedHistoryResponse } from '../../telemetry/stored-history.ts';
import { espid, morning, ownerEmail } from '../farm.ts';
import type { Operations } from '../operation.ts';

const device = { espid, name: 'Greenhouse 1', bytes: 12_600_000, yearBytes: 46_300_000 };
const sizes = {
  countedAt: morning,
  devices: [device],
  otherDevices: 0,
  bytes: device.bytes,
  yearBytes: device.yearBytes,
  addedBytes: 33_700_000,
  newDevices: 0,
};
const description =
  'Bytes, about, as of the last five minutes. `sizes` is null when too much is stored to count it in time. `yearBytes` of a device is known about two days after its first message.';

export const storedHistoryOperations = {
  'GET /api/stored-history': {
    summary: 'Get what the history of your devices takes',
    description,
    schema: { response: { 200: storedHistoryResponse } },
    example: { response: { sizes } },
  },
  'GET /api/admin/stored-history': {
    summary: 'Get what the history of all devices takes',
    description,
    schema: { response: { 200: adminStoredHistoryResponse } },
    example: { response: { sizes: { ...sizes, devices: [{ ...device, owner: ownerEmail }] } } },
  },
} satisfies Operations;
