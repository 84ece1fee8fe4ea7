import type { Actor, Command, PublicControl, WidgetTarget } from '@cyno/contract';
import type { ControlChange } from './control.events.ts';

export interface VisibleTargets {
  /** The widgets that may be operated. */
  readonly exposed: ReadonlySet<string>;
  /** What the widgets of a device control. */
  readonly targets: readonly { readonly widgetId: string; readonly target: WidgetTarget }[];
}

/** Visitors do not learn who else operates something. */
export const nobody: Actor = { kind: 'link', name: null };

/** Whether a widget's target is the output or event of this name. */
export const isTarget = (target: WidgetTarget, kind: Command['kind'], name: string): boolean =>
  target.kind === kind && (target.kind === 'output' ? target.pin : target.name) === name;

/** The outputs and events whose controls a dashboard shows; commands only of those that may be operated. */
export function visibleControl(
  { exposed, targets }: VisibleTargets,
  { outputs, events, commands }: ControlChange,
): PublicControl {
  const shows = (kind: Command['kind'], name: string) => targets.some(({ target }) => isTarget(target, kind, name));
  const operates = ({ kind, target: name }: Command) =>
    targets.some(({ widgetId, target }) => exposed.has(widgetId) && isTarget(target, kind, name));
  return {
    outputs: outputs.filter(({ pin }) => shows('output', pin)).map((one) => ({ ...one, name: null, changedBy: null })),
    events: events.filter(({ name }) => shows('event', name)).map((one) => ({ ...one, changedBy: null })),
    commands: commands.filter(operates).map((one) => ({ ...one, actor: nobody })),
  };
}
