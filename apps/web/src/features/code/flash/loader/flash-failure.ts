/** What went wrong and what to do, as text. */
export type Failure = { title: string; text: string };

/** The cable was pulled, or the board went away by itself. */
export class BoardLost extends Error {}

/** Somebody pressed Cancel. */
export class Cancelled extends Error {}

/** What was under way. */
export type Doing = 'opening' | 'connecting' | 'erasing' | 'writing' | 'verifying' | 'monitoring';

const half = 'Its flash memory is incomplete now, so it does not start. Flash it again from the beginning.';
const changed: ReadonlySet<Doing> = new Set(['erasing', 'writing', 'verifying']);

/** Describes an error of the browser or of the loader. */
export function failureOf(error: unknown, doing: Doing): Failure {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  if (error instanceof BoardLost) {
    return {
      title: 'The board was unplugged',
      text: changed.has(doing) ? `${half} Use a cable that sits well.` : 'Plug it in again, and connect.',
    };
  }
  if (error instanceof Cancelled) {
    return { title: 'Cancelled', text: changed.has(doing) ? half : 'Nothing was changed on the board.' };
  }
  if (name === 'NetworkError' && /open/i.test(message)) return busyPort;
  if (name === 'InvalidStateError') return openAlready;
  if (/failed to connect/i.test(message)) return noSync;
  if (/md5/i.test(message)) {
    return {
      title: 'The board did not keep what was written',
      text: 'Its flash memory differs from the image. Flash it again with a lower speed and a shorter cable; if it fails each time, the flash chip is worn out.',
    };
  }
  if (/secure download/i.test(message)) {
    return { title: 'The board is locked', text: 'Its fuses allow no flashing by cable (secure download mode).' };
  }
  if (/unexpected chip/i.test(message)) {
    return { title: 'The chip is not known here', text: 'Use the newest esptool for it.' };
  }
  return {
    title: changed.has(doing) ? 'The board was not flashed' : 'The board could not be reached',
    text: `${changed.has(doing) ? `${half} ` : ''}Try a lower speed and another cable. The loader says: ${shortened(message)}`,
  };
}

const busyPort: Failure = {
  title: 'The port is in use',
  text: 'Close what else uses it, such as the serial monitor of the Arduino IDE or this page in another tab. On Linux your user must be in the group dialout (or uucp) to open it.',
};
const openAlready: Failure = {
  title: 'The port is open already',
  text: 'Another part of this page still uses it. Unplug the board, plug it in, and connect again.',
};
const noSync: Failure = {
  title: 'The board does not answer',
  text: 'Hold its BOOT button (on an ESP8266 FLASH, or GPIO 0 to ground), press RESET once, and connect again while you hold it. Use a cable that carries data, and see that the driver of its USB chip (CP210x, CH340) is installed.',
};

const shortened = (message: string): string => {
  const line = message.replaceAll(/\s+/g, ' ').trim() || 'no reason';
  return line.length > 160 ? `${line.slice(0, 160)}…` : /[.!?]$/.test(line) ? line : `${line}.`;
};
