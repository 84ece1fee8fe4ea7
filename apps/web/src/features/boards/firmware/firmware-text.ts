import type { BoardFamily, FirmwareImageName, FirmwareJob } from '@cyno/contract';
import { updateReasonIn } from '@cyno/contract/update-reasons';
import { t } from '@lingui/core/macro';
import { currentLanguage } from '../../../lib/language/language.ts';

const families: Record<Exclude<BoardFamily, 'other'>, string> = {
  esp8266: 'ESP8266',
  esp32: 'ESP32',
  'esp32-s2': 'ESP32-S2',
  'esp32-s3': 'ESP32-S3',
  'esp32-c3': 'ESP32-C3',
};

/** The name of a chip family. */
export const familyLabel = (family: BoardFamily): string => (family === 'other' ? t`Newer ESP32` : families[family]);

/** What an image is called: its version where there is one. */
export const imageText = ({ fileName, version }: Pick<FirmwareImageName, 'fileName' | 'version'>): string =>
  version === '' ? fileName : `${fileName} ${version}`;

type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info';

/** An update's state in a word or two. */
export function stateText({ state, percent }: Pick<FirmwareJob, 'state' | 'percent'>): { tone: Tone; text: string } {
  switch (state) {
    case 'waiting':
      return { tone: 'neutral', text: t`Waiting` };
    case 'offered':
      return { tone: 'info', text: t`Offered` };
    case 'downloading':
      return { tone: 'info', text: t`Downloading ${percent} %` };
    case 'restarting':
      return { tone: 'info', text: t`Restarting` };
    case 'succeeded':
      return { tone: 'success', text: t`Updated` };
    case 'failed':
      return { tone: 'danger', text: t`Failed` };
    case 'cancelled':
      return { tone: 'warning', text: t`Cancelled` };
  }
}

/** Why an update waits, ended or stopped, in the language of the page. */
export const reasonText = (reason: string): string => updateReasonIn(reason, currentLanguage());

/** What continues, in a sentence, where the server gives no reason. */
export function progressText({ state, reason }: Pick<FirmwareJob, 'state' | 'reason'>): string | null {
  if (reason !== null) return reasonText(reason);
  if (state === 'offered') return t`Waiting for the board to start the download.`;
  if (state === 'downloading') return t`The board is downloading. Leave it switched on.`;
  return state === 'restarting' ? t`The board is restarting with the new firmware.` : null;
}
