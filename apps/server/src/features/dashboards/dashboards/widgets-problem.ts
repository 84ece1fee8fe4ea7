import type { Widget, WidgetContent, WidgetTarget } from '@cyno/contract';
import { type BoardFamily, eventProblem, outputProblem } from '@cyno/device-protocol';
import { type AppError, badRequest, because } from '../../../platform/errors.ts';

const columns = 12;

/** The kinds of boards that a widget may be shown for; empty when none is known. */
type FamiliesOf = (widget: Widget) => readonly BoardFamily[];

/**
 * Describes what is wrong with the widgets of a dashboard, beyond their schema; null when each fits one of the boards that it may
 * be shown for.
 */
export function widgetsProblem(widgets: readonly Widget[], familiesOf: FamiliesOf): AppError | null {
  const ids = new Set<string>();
  for (const widget of widgets) {
    const { id, x, width, content } = widget;
    if (ids.has(id)) return badRequest(`Two widgets have the id "${id}".`, because('widget_invalid', { title: id }));
    ids.add(id);
    const problem =
      x + width > columns ? `It must end within the ${columns} columns.` : contentProblem(familiesOf(widget), content);
    const title = content.title || id;
    if (problem) return badRequest(`Widget "${title}": ${problem}`, because('widget_invalid', { title }));
  }
  return null;
}

function contentProblem(families: readonly BoardFamily[], content: WidgetContent): string | null {
  if (content.title === '') return 'Give it a title.';
  if ('min' in content && content.min >= content.max) return 'Its lowest value must be below its highest.';
  const zones = 'zones' in content ? (content.zones ?? []) : [];
  if (zones.some(({ from }, index) => index > 0 && from <= startBefore(zones, index)))
    return 'Its zones must stand in the order of where they start.';
  if (content.type === 'map' && content.keys.length === 1) return 'A map needs latitude and longitude, or neither.';
  if (content.type === 'chart' && content.right?.some((key) => !content.keys.includes(key)))
    return 'Only values that it draws can have the axis at the right.';
  if (!('target' in content)) return null;
  if (content.target.kind === 'output' && eventsOnly.has(content.type)) return 'It can only operate an event.';
  return targetProblem(families, content.target, sentBy(content));
}

/** What sends texts, which no pin takes. */
const eventsOnly: ReadonlySet<WidgetContent['type']> = new Set(['colour', 'message', 'terminal']);

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
    case 'stepper':
    case 'number':
      return [String(content.min), String(content.max)];
    case 'colour':
      return [content.format === 'hex' ? '#ffffff' : '255;255;255'];
    case 'message':
    case 'terminal':
      return ['text'];
    case 'choice':
      return content.options.map(({ value }) => value);
  }
}

function targetProblem(
  families: readonly BoardFamily[],
  target: WidgetTarget,
  values: readonly string[],
): string | null {
  if (target.kind === 'event') return firstProblem(values.map((value) => eventProblem({ name: target.name, value })));
  const problems = families.map((family) =>
    firstProblem(values.map((value) => outputProblem(family, { ...target, value: Number(value) }))),
  );
  return problems.includes(null) ? null : firstProblem(problems);
}

const firstProblem = (problems: readonly (string | null)[]) => problems.find((problem) => problem !== null) ?? null;
