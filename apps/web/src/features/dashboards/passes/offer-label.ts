import { t } from '@lingui/core/macro';

/** The usual labels of buttons, as they are stored; each guest sees them in their language. */
export const usualLabels = { on: 'On', off: 'Off', press: 'Press' } as const;

/** The label of a button for the reader; what an owner typed stays as it is. */
export function offerLabel(label: string): string {
  switch (label) {
    case usualLabels.on:
      return t`On`;
    case usualLabels.off:
      return t`Off`;
    case usualLabels.press:
      return t`Press`;
    default:
      return label;
  }
}
