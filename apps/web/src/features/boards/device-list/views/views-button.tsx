import { IconBookmark } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Button } from '../../../../ui/buttons/button.tsx';
import type { ListLook } from './list-look.ts';

export type ViewsControlProps = {
  look: ListLook;
  onLookChange: (change: Partial<ListLook>) => void;
  /** The query of an address that shows the present list. */
  address: string;
};

/** The button that opens what the list can be shown as: by group, and what was saved. */
export function ViewsButton(button: ComponentProps<typeof Button>) {
  return (
    <Button {...button} icon={IconBookmark}>
      Views
    </Button>
  );
}
