import type { PhonePlace, Widget } from '@cyno/contract';
import type { CSSProperties } from 'react';

/** Where a widget stands on the wide grid, for `.dashboard-cell`. */
export const cellStyle = ({ x, y, width, height }: Pick<Widget, 'x' | 'y' | 'width' | 'height'>) =>
  ({ '--x': x + 1, '--y': y + 1, '--w': width, '--h': height }) as CSSProperties;

/** How much of a phone's two columns a widget has, for `.dashboard-phone .dashboard-cell`. */
export const phoneCellStyle = ({ width, height }: Pick<PhonePlace, 'width' | 'height'>) =>
  ({ '--w': width === 'half' ? 1 : 2, '--h': height }) as CSSProperties;
