import type { Widget } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconGripVertical } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import { phoneCellStyle } from '../dashboard-cell.ts';
import { kindName } from '../editor/kind-texts.ts';
import type { WidgetData } from '../widgets/widget-data.ts';
import { WidgetTile } from '../widgets/widget-tile.tsx';
import type { PhoneWidget } from './phone-layout.ts';
import { phonePlaceText } from './phone-place-text.ts';
import type { usePhoneDrag } from './use-phone-drag.ts';

/** The id of the sentence that explains how widgets are arranged for phones. */
export const phoneHelpId = 'phone-editor-help';

type PhoneCellProps = {
  phoneWidget: PhoneWidget;
  index: number;
  count: number;
  data: WidgetData | null;
  drag: ReturnType<typeof usePhoneDrag>;
  isCurrent: boolean;
  isSelected: boolean;
  /** `isKey`: by the keyboard or by what a screen reader does for it; `adds`: with Shift or Ctrl. */
  onPress: (how: { isKey: boolean; adds: boolean }) => void;
  onFocus: () => void;
  onOpen: () => void;
  /** True when the key meant something. */
  onKey: (event: KeyboardEvent) => boolean;
};

/** A widget of the phone layout: what it shows, out of reach, under the button that moves it. */
export function PhoneCell({ phoneWidget, index, count, data, drag, ...props }: PhoneCellProps) {
  const { isCurrent, isSelected, onPress, onFocus, onOpen, onKey } = props;
  const { widget, place } = phoneWidget;
  const { id, content } = widget;
  const handlers = drag.handlers(id);
  return (
    <li
      data-phone={id}
      className={`dashboard-cell dashboard-cell-${content.type} phone-cell`}
      style={{ ...phoneCellStyle(place), order: index }}
      data-dragged={drag.draggedId === id || undefined}
      data-current={isCurrent || undefined}
      data-selected={isSelected || undefined}
      data-hidden={place.hidden || undefined}
    >
      <div className="editor-widget" inert>
        <WidgetTile widget={widget} data={data} />
      </div>
      <button
        type="button"
        className="editor-mover"
        data-widget={id}
        aria-label={nameOf(widget, describePlace(phoneWidget, index, count))}
        aria-pressed={isSelected}
        aria-describedby={phoneHelpId}
        {...handlers}
        // A finger on a widget scrolls the page; it drags by the grip.
        onPointerDown={(event) => event.pointerType !== 'touch' && handlers.onPointerDown(event)}
        onClick={({ detail, shiftKey, ctrlKey, metaKey }) =>
          onPress({ isKey: detail === 0, adds: shiftKey || ctrlKey || metaKey })
        }
        onFocus={onFocus}
        onDoubleClick={onOpen}
        onKeyDown={(event) => {
          if (!event.ctrlKey && !event.metaKey && !event.altKey && onKey(event)) event.preventDefault();
        }}
        // A browser that presses the button when Space comes up would open what Space selected.
        onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
      />
      {place.hidden && <span className="phone-hidden">{t`Hidden on phones`}</span>}
      <span className="editor-grip" aria-hidden="true" {...handlers}>
        <Icon of={IconGripVertical} />
      </span>
    </li>
  );
}

const nameOf = ({ content }: Widget, place: string) =>
  `${content.title}, ${kindName(content.type).toLowerCase()}: ${place}`;

function describePlace({ place }: PhoneWidget, index: number, count: number): string {
  const position = index + 1;
  if (place.hidden) return t`position ${position} of ${count}, hidden on phones`;
  return t`position ${position} of ${count}, ${{ size: phonePlaceText(place) }}`;
}
