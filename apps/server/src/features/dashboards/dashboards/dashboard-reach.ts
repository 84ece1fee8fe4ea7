import type { DeviceRight, Widget, WidgetContent, WidgetTarget } from '@cyno/contract';
import { type AppError, badRequest, because } from '../../../platform/errors.ts';

/** What a dashboard names: the devices to choose from above it, and its widgets. */
export interface DashboardContents {
  readonly espids: readonly string[];
  readonly widgets: readonly Pick<Widget, 'id' | 'device' | 'content'>[];
}

/** Something that a control of a dashboard operates. */
export interface ReachedTarget {
  readonly widgetId: string;
  readonly target: WidgetTarget;
  /** The widget names no device: it operates the one that is chosen above the dashboard. */
  readonly ofChosen: boolean;
}

/** What a dashboard reads and operates of one device. */
export interface DeviceReach {
  readonly keys: ReadonlySet<string>;
  readonly targets: readonly ReachedTarget[];
}

/**
 * What a dashboard may read and operate, by device: exactly what its widgets show, and nothing else of these devices. Its viewers
 * may still have fewer rights.
 */
export function reachOf({ espids, widgets }: DashboardContents): Map<string, DeviceReach> {
  const all = new Set([...espids, ...widgets.flatMap(({ device }) => device ?? [])]);
  return new Map(
    [...all].map((espid) => {
      const own = widgets.filter(({ device }) => (device === undefined ? espids.includes(espid) : device === espid));
      return [
        espid,
        {
          keys: new Set(own.flatMap(({ content }) => keysOf(content))),
          targets: own.flatMap(({ id, device, content }) =>
            'target' in content ? [{ widgetId: id, target: content.target, ofChosen: device === undefined }] : [],
          ),
        },
      ];
    }),
  );
}

/** The variables that a widget shows. */
export const keysOf = (content: WidgetContent): string[] =>
  'key' in content ? [content.key] : 'keys' in content ? content.keys : [];

/** Whether somebody has a right to a device. */
export type May = (espid: string, right: Extract<DeviceRight, 'view' | 'operate'>) => boolean;

/**
 * Finds the device that a changed dashboard may not show or operate for want of a right, null: none. What was there before may
 * stay.
 * `strict`: also that the controls of a chosen device can operate each of those; otherwise they are only shown where they cannot.
 */
export function reachProblem(
  changed: DashboardContents,
  present: DashboardContents | null,
  may: May,
  strict: boolean,
): AppError | null {
  const before = present ? reachOf(present) : new Map<string, DeviceReach>();
  for (const [espid, { keys, targets }] of reachOf(changed)) {
    const known = before.get(espid);
    const showsMore = !known || !keys.isSubsetOf(known.keys);
    if (showsMore && !may(espid, 'view')) {
      return badRequest(
        `There is no device "${espid}" that you may show here. Choose another one.`,
        because('device_not_visible', { espid }),
      );
    }
    const knownTargets = new Set(known?.targets.map(({ target }) => nameOf(target)));
    const operatesMore = targets.some(
      ({ target, ofChosen }) => (strict || !ofChosen) && !knownTargets.has(nameOf(target)),
    );
    if (operatesMore && !may(espid, 'operate')) {
      return badRequest(
        `You may view the device "${espid}", but not operate it. Remove its controls, or ask its owner.`,
        because('device_not_operable', { espid }),
      );
    }
  }
  return null;
}

/** The database keeps the fields of an object in an order of its own. */
const nameOf = (target: WidgetTarget): string =>
  target.kind === 'output' ? `output ${target.pin} ${target.mode}` : `event ${target.name}`;
