import type { Widget } from '@cyno/contract';

/**
 * The ids of the widgets beside which nothing would stand on a screen of medium width: there charts have all of the width, and all others
 * half of it, one after the other as the browser places them.
 */
export function loneWidgets(widgets: readonly Pick<Widget, 'id' | 'height' | 'content'>[]): ReadonlySet<string> {
  const lone = new Set<string>();
  let run: { id: string; height: number }[] = [];
  const endRun = () => {
    const last = run.at(-1);
    if (last && isBelowAll(run)) lone.add(last.id);
    run = [];
  };
  for (const { id, height, content } of widgets) {
    if (content.type === 'chart') endRun();
    else run.push({ id, height });
  }
  endRun();
  return lone;
}

/** The widgets in their places on a screen of medium width, for where all have to fit: each half in the column that ends first. */
export function mediumPlaces(widgets: readonly Widget[]): Widget[] {
  const lone = loneWidgets(widgets);
  let [left, right] = [0, 0];
  return widgets.map((widget) => {
    const { id, height, content } = widget;
    if (content.type === 'chart' || lone.has(id)) {
      const y = Math.max(left, right);
      left = y + height;
      right = left;
      return { ...widget, x: 0, y, width: 12 };
    }
    const isRight = right < left;
    const y = isRight ? right : left;
    if (isRight) right = y + height;
    else left = y + height;
    return { ...widget, x: isRight ? 6 : 0, y, width: 6 };
  });
}

/** Whether the last one of a run of halves is below all others, placed as the browser does: each at the first free place after the one before. */
function isBelowAll(run: readonly { height: number }[]): boolean {
  let [left, right] = [0, 0];
  let row = 0;
  let isRight = false;
  let isBelow = false;
  for (const { height } of run) {
    while (row < (isRight ? right : left)) {
      if (isRight) row += 1;
      isRight = !isRight;
    }
    isBelow = row >= Math.max(left, right);
    if (isRight) right = row + height;
    else left = row + height;
  }
  return isBelow;
}
