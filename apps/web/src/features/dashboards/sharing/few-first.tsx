import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';

const few = 10;

type FewFirstProps<Item> = {
  all: readonly Item[];
  /** The button for all of them: `Show all 40 views`. */
  allLabel: string;
  children: (visible: readonly Item[]) => ReactNode;
};

/** The first ones of a list that may be long, and a button for all. */
export function FewFirst<Item>({ all, allLabel, children }: FewFirstProps<Item>) {
  const [isWhole, setWhole] = useState(false);
  const isLong = all.length > few;
  return (
    <>
      {children(isLong && !isWhole ? all.slice(0, few) : all)}
      {isLong && (
        <div>
          <Button size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? t`Show only the first ${few}` : allLabel}
          </Button>
        </div>
      )}
    </>
  );
}
