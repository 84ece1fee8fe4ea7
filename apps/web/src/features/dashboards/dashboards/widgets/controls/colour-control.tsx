import { t } from '@lingui/core/macro';
import { noValue } from '../../../../../lib/format/format.ts';
import { Button } from '../../../../../ui/buttons/button.tsx';
import { useDraft } from '../../../../../ui/fields/use-draft.ts';
import { colourOf, colourText } from './colour-value.ts';
import type { ControlProps } from './control-props.ts';

const white = '#ffffff';

/** A colour that is chosen, looked at, and sent. */
export function ColourControl({ content: { title, format }, state, isReadOnly, onSend }: ControlProps<'colour'>) {
  const { draft: chosen, change, isSending, send } = useDraft(onSend);
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
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <b className="num">{displayed === null ? noValue : colourText(displayed, format)}</b>
      <Button
        busy={state.wanted !== null || isSending}
        disabled={isReadOnly || chosen === null}
        onClick={() => chosen && send(colourText(chosen, format))}
      >
        {t`Set`}
      </Button>
    </div>
  );
}
