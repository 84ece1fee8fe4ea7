import { t } from '@lingui/core/macro';

/** What went wrong and what to do, as text. */
export type Failure = { title: string; text: string };

/** The cable was pulled, or the board went away by itself. */
export class BoardLost extends Error {}

/** Somebody pressed Cancel. */
export class Cancelled extends Error {}

/** What was under way. */
export type Doing = 'opening' | 'connecting' | 'erasing' | 'writing' | 'verifying' | 'monitoring';

const changed: ReadonlySet<Doing> = new Set(['erasing', 'writing', 'verifying']);

/** Describes an error of the browser or of the loader. */
export function failureOf(error: unknown, doing: Doing): Failure {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  if (error instanceof BoardLost) {
    return {
      title: t`The board was unplugged`,
      text: changed.has(doing) ? incomplete() : t`Plug it in and connect again.`,
    };
  }
  if (error instanceof Cancelled) {
    return { title: t`Cancelled`, text: changed.has(doing) ? incomplete() : t`Nothing on the board has changed.` };
  }
  if (name === 'NetworkError' && /open/i.test(message)) return busyPort();
  if (name === 'InvalidStateError') return openAlready();
  if (/failed to connect/i.test(message)) return noSync();
  if (/md5/i.test(message)) {
    return {
      title: t`Flash memory check failed`,
      text: t`The board stored something else than the image. Flash again with a lower speed and a shorter cable; if it fails each time, the flash chip is worn out.`,
    };
  }
  if (/secure download/i.test(message)) {
    return { title: t`The board is locked`, text: t`Secure download mode is on, so it cannot be flashed by cable.` };
  }
  if (/unexpected chip/i.test(message)) {
    return { title: t`Chip not known`, text: t`Use the newest esptool for this chip.` };
  }
  const reason = shortened(message);
  return {
    title: changed.has(doing) ? t`Board not flashed` : t`Board not reached`,
    text: changed.has(doing)
      ? t`The board does not start now. Flash it again with a lower speed or another cable. Loader: ${reason}`
      : t`Try a lower speed or another cable. Loader: ${reason}`,
  };
}

const incomplete = (): string => t`The board does not start now. Flash it again from the beginning.`;
const busyPort = (): Failure => ({
  title: t`Port in use`,
  text: t`Close other programs that use it, such as the serial monitor of the Arduino IDE. On Linux, your user must be in the group dialout or uucp.`,
});
const openAlready = (): Failure => ({
  title: t`Port already open`,
  text: t`Another part of this page uses it. Unplug the board, plug it in, and connect again.`,
});
const noSync = (): Failure => ({
  title: t`The board does not respond`,
  text: t`Hold the BOOT button (FLASH on an ESP8266), press RESET once, and connect again while holding. Check that the cable carries data and the driver (CP210x, CH340) is installed.`,
});

const shortened = (message: string): string => {
  const line = message.replaceAll(/\s+/g, ' ').trim() || 'no reason';
  return line.length > 160 ? `${line.slice(0, 160)}…` : /[.!?]$/.test(line) ? line : `${line}.`;
};
