import type { BoardFamily, FirmwareImageName, FirmwareJob } from '@cyno/contract';

const families: Record<BoardFamily, string> = {
  esp8266: 'ESP8266',
  esp32: 'ESP32',
  'esp32-s2': 'ESP32-S2',
  'esp32-s3': 'ESP32-S3',
  'esp32-c3': 'ESP32-C3',
  other: 'Newer ESP32',
};

/** The name of a chip family. */
export const familyLabel = (family: BoardFamily): string => families[family];

/** What an image is called: its version where there is one. */
export const imageText = ({ fileName, version }: Pick<FirmwareImageName, 'fileName' | 'version'>): string =>
  version === '' ? fileName : `${fileName} ${version}`;

type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info';

/** An update's state in a word or two. */
export function stateText({ state, percent }: Pick<FirmwareJob, 'state' | 'percent'>): { tone: Tone; text: string } {
  switch (state) {
    case 'waiting':
      return { tone: 'neutral', text: 'Waiting' };
    case 'offered':
      return { tone: 'info', text: 'Board was told' };
    case 'downloading':
      return { tone: 'info', text: `Downloading ${percent} %` };
    case 'restarting':
      return { tone: 'info', text: 'Restarting' };
    case 'succeeded':
      return { tone: 'success', text: 'Updated' };
    case 'failed':
      return { tone: 'danger', text: 'Failed' };
    case 'cancelled':
      return { tone: 'warning', text: 'Cancelled' };
  }
}

/** What continues, in a sentence, where the server gives no reason. */
export function progressText({ state, reason }: Pick<FirmwareJob, 'state' | 'reason'>): string | null {
  if (reason !== null) return reason;
  if (state === 'offered') return 'The board must fetch the image within a minute.';
  if (state === 'downloading') return 'The board fetches the image. Leave it switched on.';
  return state === 'restarting' ? 'The board has the image and restarts. It reports in a moment.' : null;
}
