import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import {
  IconArrowAutofitHeight,
  IconArrowAutofitWidth,
  IconCopy,
  IconCopyPlus,
  IconCut,
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconLayoutDistributeHorizontal,
  IconLayoutDistributeVertical,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { i18n } from '../../../../lib/language/i18n.ts';
import { Button, IconButton } from '../../../../ui/buttons/button.tsx';
import type { Arrangement } from './arrange.ts';
import './selection-bar.css';
import type { Selection } from './use-selection.ts';
import type { WidgetActions } from './use-widget-actions.ts';

type SelectionBarProps = {
  selection: Selection;
  actions: WidgetActions;
  /** Null where widgets stand below each other. */
  onArrange: ((how: Arrangement, text: string) => void) | null;
};

/** `least`: to how many widgets it means something. */
const arrangements: readonly { how: Arrangement; label: MessageDescriptor; icon: typeof IconX; least: number }[] = [
  { how: 'align-left', label: msg`Align left`, icon: IconLayoutAlignLeft, least: 2 },
  { how: 'align-centre', label: msg`Align centres`, icon: IconLayoutAlignCenter, least: 2 },
  { how: 'align-right', label: msg`Align right`, icon: IconLayoutAlignRight, least: 2 },
  { how: 'align-top', label: msg`Align top`, icon: IconLayoutAlignTop, least: 2 },
  { how: 'align-middle', label: msg`Align middles`, icon: IconLayoutAlignMiddle, least: 2 },
  { how: 'align-bottom', label: msg`Align bottom`, icon: IconLayoutAlignBottom, least: 2 },
  { how: 'distribute-across', label: msg`Distribute horizontally`, icon: IconLayoutDistributeVertical, least: 3 },
  { how: 'distribute-down', label: msg`Distribute vertically`, icon: IconLayoutDistributeHorizontal, least: 3 },
  { how: 'same-width', label: msg`Same width`, icon: IconArrowAutofitWidth, least: 2 },
  { how: 'same-height', label: msg`Same height`, icon: IconArrowAutofitHeight, least: 2 },
];

/** Puts the keyboard on the first tool for what is selected, if there is one. */
export const focusSelectionBar = (): void =>
  document.querySelector<HTMLElement>('.selection-bar button:not(:disabled)')?.focus();

/** What can be done with the widgets that are selected; it is there as soon as there are two, or while they are picked by taps. */
export function SelectionBar({ selection, actions, onArrange }: SelectionBarProps) {
  const ids = [...selection.ids];
  if (ids.length < 2 && !selection.isPicking) return null;
  const backToWidgets = () => {
    const [first] = ids;
    if (first !== undefined) document.querySelector<HTMLElement>(`[data-widget="${CSS.escape(first)}"]`)?.focus();
  };
  const end = () => {
    backToWidgets();
    if (selection.isPicking) selection.setPicking(false);
    else selection.set([]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    backToWidgets();
  };
  return (
    <div className="selection-bar" role="toolbar" aria-label={t`Selected widgets`} onKeyDown={onKeyDown}>
      <b>{ids.length === 0 ? t`Tap widgets to select them` : plural({ count: ids.length }, { other: '# selected' })}</b>
      {onArrange && (
        <div className="selection-arrange">
          {arrangements.map(({ how, label, icon, least }) => (
            <IconButton
              key={how}
              label={i18n._(label)}
              icon={icon}
              disabled={ids.length < least}
              onClick={() => onArrange(how, i18n._(label))}
            />
          ))}
        </div>
      )}
      <div className="selection-actions">
        <IconButton
          label={t`Copy`}
          icon={IconCopy}
          disabled={ids.length === 0}
          onClick={() => void actions.copy(ids)}
        />
        <IconButton label={t`Cut`} icon={IconCut} disabled={ids.length === 0} onClick={() => void actions.cut(ids)} />
        <IconButton
          label={t`Duplicate`}
          icon={IconCopyPlus}
          disabled={ids.length === 0}
          onClick={() => actions.duplicate(ids)}
        />
        <IconButton
          label={t`Remove`}
          icon={IconTrash}
          disabled={ids.length === 0}
          onClick={() => actions.remove(ids)}
        />
        {selection.isPicking ? (
          <Button size="small" onClick={end}>
            {t`Stop selecting`}
          </Button>
        ) : (
          <IconButton label={t`Clear selection`} title={t`Clear selection (Esc)`} icon={IconX} onClick={end} />
        )}
      </div>
    </div>
  );
}
