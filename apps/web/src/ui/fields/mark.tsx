import type { ComponentProps } from 'react';
import './mark.css';

type MarkProps = Omit<ComponentProps<'input'>, 'type' | 'ref'>;

type CheckboxProps = MarkProps & {
  /** Some of what it stands for is chosen, but not all. */
  indeterminate?: boolean;
};

/** A box for one of several choices; the label stands around it. */
export function Checkbox({ indeterminate = false, ...props }: CheckboxProps) {
  return (
    <input
      {...props}
      type="checkbox"
      className="mark"
      ref={(box) => {
        if (box) box.indeterminate = indeterminate;
      }}
    />
  );
}

/** A circle for one choice out of several; the label stands around it. */
export function Radio(props: MarkProps) {
  return <input {...props} type="radio" className="mark mark-round" />;
}
