import { t } from '@lingui/core/macro';
import { IconBookmark } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Button } from '../../../../ui/buttons/button.tsx';
import type { ListDisplay } from './list-display.ts';

export type ViewsControlProps = {
  display: ListDisplay;
  onDisplayChange: (change: Partial<ListDisplay>) => void;
  /** The query of an address that shows the present list. */
  address: string;
};

/** The button that opens what the list can be shown as: by group, and what was saved. */
export function ViewsButton(button: ComponentProps<typeof Button>) {
  return (
    <Button {...button} icon={IconBookmark}>
      {t`Views`}
    </Button>
  );
}
