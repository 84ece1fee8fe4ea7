import { expect, it } from 'vitest';
import { type Kiosk, readKiosk, writeKiosk } from './kiosk-address.ts';

const read = (address: string) => readKiosk(new URL(address, 'http://localhost').searchParams);

it.each<Kiosk>([
  { references: [{ kind: 'device', espid: 'ESP32 (1)' }], every: 30, theme: null, device: null },
  {
    references: [
      { kind: 'account', id: 12 },
      { kind: 'device', espid: 'a.b-c' },
    ],
    every: 45,
    theme: 'dark',
    device: 'a.b-c',
  },
])('comes back from its address', (kiosk) => {
  expect(read(writeKiosk(kiosk))).toEqual(kiosk);
});

it('leaves out what makes no sense', () => {
  expect(read('/kiosk?show=x&show=device:&show=dashboard:one&every=1&theme=pink')).toEqual({
    references: [],
    every: 30,
    theme: null,
    device: null,
  });
});
