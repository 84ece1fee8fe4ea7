import type { AdminDeviceSizes, DeviceSize, DeviceSizes } from '@cyno/contract';

const deviceSizeOf = (number: number): DeviceSize => ({
  espid: `ESP32-${number}`,
  name: `Board ${number}`,
  bytes: (8 - number) * 7e6,
  yearBytes: (8 - number) * 23e6,
});

/** What so many devices take, at most seven of them. */
export function deviceSizesOf(count: number): DeviceSizes {
  const devices = Array.from({ length: count }, (_, index) => deviceSizeOf(index + 1));
  return {
    countedAt: Date.now(),
    devices,
    otherDevices: 0,
    bytes: devices.reduce((sum, { bytes }) => sum + bytes, 0),
    yearBytes: devices.reduce((sum, { yearBytes }) => sum + (yearBytes ?? 0), 0),
    addedBytes: count * 64e6,
    newDevices: 0,
  };
}

/** The same for administrators: each device has another owner. */
export function adminDeviceSizesOf(count: number): AdminDeviceSizes {
  const { devices, ...sizes } = deviceSizesOf(count);
  return {
    ...sizes,
    devices: devices.map((device, index) => ({ ...device, owner: `owner${index + 1}@example.com` })),
  };
}
