import { t } from '@lingui/core/macro';
import { IconColumns } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Button } from '../../../../ui/buttons/button.tsx';
import type { DeviceColumn } from '../device-columns.ts';

export type ColumnControlProps = {
  columns: readonly DeviceColumn[];
  visible: ReadonlySet<string>;
  onChange: (id: string, visible: boolean) => void;
};

/** The button that opens the choice of columns. */
export function ColumnButton(button: ComponentProps<typeof Button>) {
  return (
    <Button {...button} icon={IconColumns}>
      {t`Columns`}
    </Button>
  );
}
