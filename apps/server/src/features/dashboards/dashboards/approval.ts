import type { DashboardWaiting, WidgetContent } from '@cyno/contract';
import { sendsOf } from './control-sends.ts';
import { type DashboardContents, keysOf } from './dashboard-reach.ts';
import type { DashboardContent, DashboardRow } from './dashboards.repository.ts';
import { minutesOf } from './drawn-minutes.ts';

/** What the owner of a dashboard saw on it last, as far as it shows devices or operates them. */
export type Approved = NonNullable<DashboardRow['approved']>;

/** Who changes a dashboard, and with what. */
export interface Editor {
  readonly id: number;
  /** Null: a program with an access token. */
  readonly sessionId: number | null;
}

/** A dashboard with the devices that can be chosen above it now. */
export interface ChosenDashboard extends DashboardContents {
  readonly approved: Approved | null;
}

/** What others may get when the owner of a dashboard has seen this of it. */
export function approvedOf({ espids, widgets }: DashboardContents): Approved {
  return {
    espids: [...espids],
    named: [...new Set(widgets.flatMap(({ device }) => device ?? []))],
    widgets: widgets.flatMap(({ device, content }) =>
      readsNothing(content) ? [] : [{ ...(device !== undefined && { device }), content }],
    ),
  };
}

/**
 * What is to be stored as seen by the owner after a change. Null: all of the dashboard, which is never so of one that follows a tag or
 * a group, whose devices change without anybody looking. What somebody else changes, or a program, the owner has not seen.
 */
export function approvedAfter(
  { id, sessionId }: Editor,
  ownerId: number,
  { present, changed }: { present: ChosenDashboard; changed: Pick<DashboardContent, 'follows'> & DashboardContents },
): Approved | null {
  const isSeen = id === ownerId && sessionId !== null;
  return isSeen ? seenOf(changed) : (present.approved ?? approvedOf(present));
}

/** What is to be stored of what the owner sees now. */
export const seenOf = (content: Pick<DashboardContent, 'follows'> & DashboardContents): Approved | null =>
  content.follows === null ? null : approvedOf(content);

/** Whether a dashboard may show others a device, and with a content whether it may show them that content. */
export type Allows = (espid: string, content?: WidgetContent) => boolean;

/** What others may get of a dashboard, by a share or a public link: no more than its owner has seen on it. */
export function allowsOf({ approved, ...present }: ChosenDashboard): Allows {
  const seen = approved ?? approvedOf(present);
  const chosen = new Set(seen.espids);
  const devices = new Set([...seen.espids, ...seen.named]);
  const known = new Map<string, Reads>();
  const readsAt = (espid: string): Reads => {
    const reads =
      known.get(espid) ??
      readsIn(
        seen.widgets.flatMap(({ device, content }) =>
          (device === undefined ? chosen.has(espid) : device === espid) ? [content] : [],
        ),
      );
    known.set(espid, reads);
    return reads;
  };
  return (espid, content) => devices.has(espid) && (content === undefined || fits(content, readsAt(espid)));
}

/**
 * A dashboard as others than its owner may know it: of the devices that a tag or group brings, those that the owner has seen. `seen` are
 * all that stand in what the owner saw last; null: all. A list by hand was made by somebody who may save it.
 */
export const knownToOthers = <Dashboard extends { readonly follows: unknown; readonly espids: readonly string[] }>(
  dashboard: Dashboard,
  seen: readonly string[] | null,
): Dashboard =>
  dashboard.follows === null || seen === null
    ? dashboard
    : { ...dashboard, espids: dashboard.espids.filter((espid) => seen.includes(espid)) };

/** What of a dashboard nobody but its owner gets before they have looked at it; undefined: nothing waits. */
export function waitingOf(dashboard: ChosenDashboard): DashboardWaiting | undefined {
  if (dashboard.approved === null) return undefined;
  const allows = allowsOf(dashboard);
  const { espids, widgets } = dashboard;
  const waiting = {
    widgets: widgets.flatMap(({ id, device, content }) =>
      (device === undefined ? espids.filter((espid) => allows(espid)) : [device]).every((espid) =>
        allows(espid, content),
      )
        ? []
        : [id],
    ),
    devices: espids.filter((espid) => !allows(espid)),
  };
  return waiting.widgets.length + waiting.devices.length > 0 ? waiting : undefined;
}

/** What some widgets read of one device: variables with the longest time that is drawn of them, its place, and what they can send. */
interface Reads {
  readonly minutes: ReadonlyMap<string, number>;
  readonly place: boolean;
  readonly sends: ReadonlySet<string>;
}

const showsPlace = (content: WidgetContent): boolean => content.type === 'map' && content.keys.length === 0;

const readsNothing = (content: WidgetContent): boolean =>
  keysOf(content).length === 0 && !('target' in content) && !showsPlace(content);

function readsIn(contents: readonly WidgetContent[]): Reads {
  const minutes = new Map<string, number>();
  for (const content of contents) {
    const drawn = minutesOf(content) ?? 0;
    for (const key of keysOf(content)) minutes.set(key, Math.max(minutes.get(key) ?? 0, drawn));
  }
  return {
    minutes,
    place: contents.some(showsPlace),
    sends: new Set(contents.flatMap((content) => ('target' in content ? [JSON.stringify(sendsOf(content))] : []))),
  };
}

const fits = (content: WidgetContent, { minutes, place, sends }: Reads): boolean =>
  keysOf(content).every((key) => (minutes.get(key) ?? -1) >= (minutesOf(content) ?? 0)) &&
  (place || !showsPlace(content)) &&
  (!('target' in content) || sends.has(JSON.stringify(sendsOf(content))));
