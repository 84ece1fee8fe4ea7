import { t } from '@lingui/core/macro';

/** The notes that the server has of pins. */
const texts: Readonly<Record<string, () => string>> = {
  'Boot pin: avoid loads.': () => t`Boot pin: avoid loads.`,
  'Boot pin: avoid loads. Also the flash button.': () => t`Boot pin: avoid loads. Also the flash button.`,
  'Boot pin: avoid loads. Also the built-in LED, on while the pin is low.': () =>
    t`Boot pin: avoid loads. Also the built-in LED, on while the pin is low.`,
  'Boot pin: avoid loads. Must be low at the start.': () => t`Boot pin: avoid loads. Must be low at the start.`,
  'Used by the USB port.': () => t`Used by the USB port.`,
  'Used by the serial port for uploads.': () => t`Used by the serial port for uploads.`,
  'Input only.': () => t`Input only.`,
  'Wakes the chip from deep sleep.': () => t`Wakes the chip from deep sleep.`,
  'Usually the I²C clock (SCL).': () => t`Usually the I²C clock (SCL).`,
  'Usually the I²C data line (SDA).': () => t`Usually the I²C data line (SDA).`,
};

/** A note of a pin in the language of the page; one that the page does not know stays as it came. */
export const pinNoteText = (note: string): string => texts[note]?.() ?? note;
