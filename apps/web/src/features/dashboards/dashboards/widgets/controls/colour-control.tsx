import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { noValue } from '../../../../../lib/format/format.ts';
import { Button } from '../../../../../ui/buttons/button.tsx';
import { colourOf, colourText } from './colour-value.ts';
import type { ControlProps } from './control-props.ts';

const white = '#ffffff';

/** A colour that is chosen, looked at, and sent. */
export function ColourControl({ content: { title, format }, state, isReadOnly, onSend }: ControlProps<'colour'>) {
  const [chosen, setChosen] = useState<string | null>(null);
  const reported = colourOf(state.reported);
  const displayed = chosen ?? colourOf(state.wanted) ?? reported;
  return (
    <div className="widget-entry">
      <input
        type="color"
        className="widget-colour-well"
        aria-label={title}
        disabled={isReadOnly}
        value={displayed ?? white}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <b className="num">{displayed === null ? noValue : colourText(displayed, format)}</b>
      <Button
        busy={state.wanted !== null}
        disabled={isReadOnly || chosen === null}
        onClick={() => {
          if (chosen) onSend(colourText(chosen, format));
          setChosen(null);
        }}
      >
        {t`Set`}
      </Button>
    </div>
  );
}
