import {
  IconArrowDown,
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconArrowUp,
  IconEye,
  IconEyeOff,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react';
import { IconButton } from '../../../../ui/buttons/button.tsx';
import type { WidgetActions } from '../editor/use-widget-actions.ts';
import { WidgetMenu } from '../editor/widget-menu.tsx';
import type { PhoneWidget } from './phone-layout.ts';

/** What can be requested with a widget on phones. */
export type PhoneAction = 'earlier' | 'later' | 'half' | 'full' | 'higher' | 'lower' | 'hide';

type PhoneToolsProps = {
  phoneWidget: PhoneWidget;
  actions: WidgetActions;
  onAction: (what: PhoneAction) => void;
};

/** The buttons for the chosen widget of the phone layout. */
export function PhoneTools({ phoneWidget, actions, onAction }: PhoneToolsProps) {
  const { widget, place } = phoneWidget;
  const { title } = widget.content;
  const isHalf = place.width === 'half';
  return (
    <div className="phone-tools" role="toolbar" aria-label={`${title} on phones`}>
      <b>{title}</b>
      <IconButton label={`Move ${title} up`} icon={IconArrowUp} onClick={() => onAction('earlier')} />
      <IconButton label={`Move ${title} down`} icon={IconArrowDown} onClick={() => onAction('later')} />
      <IconButton
        label={isHalf ? 'Full width' : 'Half width'}
        icon={isHalf ? IconArrowsDiagonal : IconArrowsDiagonalMinimize2}
        onClick={() => onAction(isHalf ? 'full' : 'half')}
      />
      <IconButton label="Lower" icon={IconMinus} onClick={() => onAction('lower')} />
      <IconButton label="Higher" icon={IconPlus} onClick={() => onAction('higher')} />
      <IconButton
        label={place.hidden ? 'Show on phones' : 'Hide on phones'}
        icon={place.hidden ? IconEye : IconEyeOff}
        onClick={() => onAction('hide')}
      />
      <WidgetMenu widget={widget} actions={actions} ids={[widget.id]} />
    </div>
  );
}
