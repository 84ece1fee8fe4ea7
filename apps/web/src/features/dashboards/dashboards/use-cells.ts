import type { Widget } from '@cyno/contract';
import type { CSSProperties } from 'react';
import { cellStyle, phoneCellStyle } from './dashboard-cell.ts';
import { loneWidgets } from './medium-layout.ts';
import { phoneLayout } from './phone-layout/phone-layout.ts';
import { useIsPhone } from './phone-layout/use-is-phone.ts';

/** The widgets with their places on this screen, and the class of the grid on which they stand. */
export function useCells(widgets: readonly Widget[]): {
  gridClass: string;
  cells: { widget: Widget; className: string; style: CSSProperties }[];
} {
  const isPhone = useIsPhone();
  const placed = isPhone
    ? phoneLayout(widgets).flatMap(({ widget, place }) =>
        place.hidden ? [] : [{ widget, style: phoneCellStyle(place), isHalf: place.width === 'half', isLone: false }],
      )
    : placedWide(widgets);
  return {
    gridClass: isPhone ? 'dashboard dashboard-phone' : 'dashboard',
    cells: placed.map(({ widget, style, isHalf, isLone }) => ({
      widget,
      style,
      className: `dashboard-cell dashboard-cell-${widget.content.type}${isHalf ? ' dashboard-cell-half' : ''}${isLone ? ' dashboard-cell-lone' : ''}`,
    })),
  };
}

function placedWide(widgets: readonly Widget[]) {
  const lone = loneWidgets(widgets);
  return widgets.map((widget) => ({ widget, style: cellStyle(widget), isHalf: false, isLone: lone.has(widget.id) }));
}
