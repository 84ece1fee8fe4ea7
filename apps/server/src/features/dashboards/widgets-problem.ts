import type { Widget, WidgetContent, WidgetTarget } from '@cyno/contract';
import { type BoardFamily, eventProblem, outputProblem } from '@cyno/device-protocol';

const columns = 12;

/** Says what is wrong with the widgets of a dashboard, beyond what their schema says; null when they fit the board. */
export function widgetsProblem(family: BoardFamily, widgets: readonly Widget[]): string | null {
  const ids = new Set<string>();
  for (const { id, x, width, content } of widgets) {
    if (ids.has(id)) return `Two widgets have the id "${id}".`;
    ids.add(id);
    const problem =
      x + width > columns ? `It must end within the ${columns} columns.` : contentProblem(family, content);
    if (problem) return `Widget "${content.title || id}": ${problem}`;
  }
  return null;
}

function contentProblem(family: BoardFamily, content: WidgetContent): string | null {
  if (content.title === '') return 'Give it a title.';
  if ('min' in content && content.min >= content.max) return 'Its lowest value must be below its highest.';
  if (
    'zones' in content &&
    content.zones.some(({ from }, index) => index > 0 && from <= startBefore(content.zones, index))
  )
    return 'Its zones must stand in the order of where they start.';
  return 'target' in content ? targetProblem(family, content.target, sentBy(content)) : null;
}

const startBefore = (zones: readonly { from: number }[], index: number) =>
  zones[index - 1]?.from ?? Number.NEGATIVE_INFINITY;

/** Everything that a control can send, at least its ends. */
function sentBy(content: Extract<WidgetContent, { target: unknown }>): string[] {
  switch (content.type) {
    case 'switch':
      return ['0', '1'];
    case 'button':
      return [content.value];
    case 'slider':
      return [String(content.min), String(content.max)];
    case 'choice':
      return content.options.map(({ value }) => value);
  }
}

function targetProblem(family: BoardFamily, target: WidgetTarget, values: readonly string[]): string | null {
  const problems = values.map((value) =>
    target.kind === 'output'
      ? outputProblem(family, { pin: target.pin, mode: target.mode, value: Number(value) })
      : eventProblem({ name: target.name, value }),
  );
  return problems.find((problem) => problem !== null) ?? null;
}
