import { t } from '@lingui/core/macro';
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
    <div className="phone-tools" role="toolbar" aria-label={t`${title} on phones`}>
      <b>{title}</b>
      <IconButton label={t`Move ${title} up`} icon={IconArrowUp} onClick={() => onAction('earlier')} />
      <IconButton label={t`Move ${title} down`} icon={IconArrowDown} onClick={() => onAction('later')} />
      <IconButton
        label={isHalf ? t`Full width` : t`Half width`}
        icon={isHalf ? IconArrowsDiagonal : IconArrowsDiagonalMinimize2}
        onClick={() => onAction(isHalf ? 'full' : 'half')}
      />
      <IconButton label={t`Less height`} icon={IconMinus} onClick={() => onAction('lower')} />
      <IconButton label={t`More height`} icon={IconPlus} onClick={() => onAction('higher')} />
      <IconButton
        label={place.hidden ? t`Show on phones` : t`Hide on phones`}
        icon={place.hidden ? IconEye : IconEyeOff}
        onClick={() => onAction('hide')}
      />
      <WidgetMenu widget={widget} actions={actions} ids={[widget.id]} />
    </div>
  );
}
