import type { Widget } from '@cyno/contract';
import { t } from '@lingui/core/macro';

type PhonePlace = Pick<NonNullable<Widget['phone']>, 'width' | 'height'>;

/** The size of a widget on phones. */
export const phonePlaceText = ({ width, height }: PhonePlace): string =>
  width === 'half' ? t`half width, ${height} high` : t`full width, ${height} high`;
