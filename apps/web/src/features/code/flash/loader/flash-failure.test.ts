import { expect, it } from 'vitest';
import { BoardLost, Cancelled, type Doing, failureOf } from './flash-failure.ts';

const named = (name: string, message: string) => Object.assign(new Error(message), { name });

it.each<[unknown, Doing, RegExp, RegExp]>([
  [new BoardLost(), 'writing', /unplugged/, /Flash it again/],
  [new BoardLost(), 'connecting', /unplugged/, /Plug it in/],
  [new Cancelled(), 'erasing', /Cancelled/, /does not start/],
  [new Cancelled(), 'connecting', /Cancelled/, /Nothing on the board has changed/],
  [named('NetworkError', 'Failed to open serial port.'), 'connecting', /in use/, /Close other programs/],
  [named('InvalidStateError', 'The port is already open.'), 'connecting', /already open/, /Unplug/],
  [new Error('Failed to connect with the device'), 'connecting', /does not respond/, /BOOT.*driver/],
  [new Error('MD5 of file does not match data in flash!'), 'verifying', /check failed/, /lower speed/],
  [new Error('secure download mode'), 'connecting', /locked/, /download mode/],
  [new Error('Unexpected CHIP magic value 0x1.'), 'connecting', /not known/, /esptool/],
  [new Error('Invalid head of packet'), 'connecting', /not reached/, /Loader: Invalid head of packet\.$/],
  [new Error('Invalid head\n  of packet'), 'writing', /not flashed/, /Flash it again.*Invalid head of packet\.$/],
  ['odd', 'connecting', /not reached/, /odd\./],
  [new Error('x'.repeat(500)), 'connecting', /not reached/, /x…$/],
])('%s while %s', (error, doing, title, text) => {
  const failure = failureOf(error, doing);
  expect(failure.title).toMatch(title);
  expect(failure.text).toMatch(text);
});
