import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';

const few = 10;

type FewFirstProps<Item> = {
  all: readonly Item[];
  /** What they are, for the button: `Show all 40 visits`. */
  what: string;
  children: (visible: readonly Item[]) => ReactNode;
};

/** The first ones of a list that may be long, and a button for all. */
export function FewFirst<Item>({ all, what, children }: FewFirstProps<Item>) {
  const [isWhole, setWhole] = useState(false);
  const isLong = all.length > few;
  return (
    <>
      {children(isLong && !isWhole ? all.slice(0, few) : all)}
      {isLong && (
        <div>
          <Button size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? `Show only ${few}` : `Show all ${all.length} ${what}`}
          </Button>
        </div>
      )}
    </>
  );
}
