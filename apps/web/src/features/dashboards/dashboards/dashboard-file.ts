import type { DashboardFile, DeviceGroup } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { saveFile } from '../../../lib/browser/save-file.ts';
import type { Draft } from './editor/edit-history.ts';
import { type Follows, groupNamed } from './follow.ts';
import type { NewWidget } from './layout.ts';

const schemas = async () => await import('@cyno/contract');
const largestBytes = 1_000_000;

/** Puts a dashboard into a file. */
export function exportDashboard({ name, widgets, espids, follows }: Omit<Draft, 'espids'> & Partial<Draft>): void {
  const content = { name, widgets: [...widgets], ...devicesInFile({ espids, follows }) };
  const file: DashboardFile = { format: 'cyno-dashboard', version: 1, ...content };
  const text = name.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  const blob = new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' });
  saveFile(`${text.replaceAll(/^-|-$/g, '') || 'dashboard'}.json`, blob);
}

/** A group that was deleted is left out: nobody can have it. */
function devicesInFile({ espids, follows }: Partial<Draft>): Pick<DashboardFile, 'espids' | 'follows'> {
  if (follows?.kind === 'tag') return { follows };
  if (follows?.kind === 'group') return follows.name === null ? {} : { follows: { kind: 'group', name: follows.name } };
  return espids ? { espids: [...espids] } : {};
}

/**
 * Reads a dashboard from a file; `groups` are those that it may follow. Throws an `Error` whose message describes what is wrong with
 * it.
 */
export async function readDashboard(file: File, groups: readonly DeviceGroup[]): Promise<Draft> {
  if (file.size > largestBytes) throw new Error(t`The file is too large to be a dashboard.`);
  const content = parse(await file.text());
  const checked = (await schemas()).dashboardFile.safeParse(content);
  if (checked.success) {
    const { name, widgets, espids = [], follows } = checked.data;
    return { name, widgets, espids, follows: followsIn(follows, groups) };
  }
  if (!isObject(content) || content.format !== 'cyno-dashboard') {
    throw new Error(t`This file is not a dashboard. Choose a file exported from Cyno.`);
  }
  const [issue] = checked.error.issues;
  throw new Error(t`The file is damaged at “${{ place: issue?.path.join('.') ?? '' }}”.`);
}

function followsIn(follows: DashboardFile['follows'], groups: readonly DeviceGroup[]): Follows | null {
  if (follows?.kind !== 'group') return follows ?? null;
  const group = groupNamed(groups, follows.name);
  if (!group) throw new Error(t`This dashboard needs a group “${{ name: follows.name }}”. Create it first.`);
  return { kind: 'group', groupId: group.id, name: group.name };
}

const clipboardKind = 'cyno-widgets';

/** Widgets as a text for the clipboard. */
export const widgetsText = (widgets: readonly NewWidget[]): string =>
  JSON.stringify({
    kind: clipboardKind,
    widgets: widgets.map(({ x, y, width, height, device, content }) => ({ x, y, width, height, device, content })),
  });

/** The widgets in a text from the clipboard; empty when it holds none. */
export async function widgetsFrom(text: string): Promise<NewWidget[]> {
  const copied = text.length > largestBytes ? null : parse(text);
  if (!isObject(copied) || copied.kind !== clipboardKind || !Array.isArray(copied.widgets)) return [];
  const { widget } = await schemas();
  const known = widget.omit({ id: true, phone: true });
  const checked = copied.widgets.map((one) => known.safeParse(one));
  return checked.flatMap(({ success, data }) => (success ? [data] : []));
}

/** A draft without devices that cannot be seen here: its widgets show the one that is chosen, or request another. */
export function withKnownDevices(draft: Draft, seen: readonly { espid: string }[]): Draft {
  const known = new Set(seen.map(({ espid }) => espid));
  return {
    ...draft,
    espids: draft.espids.filter((espid) => known.has(espid)),
    widgets: draft.widgets.map((widget) => withKnownDevice(widget, known)),
  };
}

/** A widget without its device when that is not among these. */
export function withKnownDevice<Any extends { device?: string | undefined }>(
  widget: Any,
  known: ReadonlySet<string>,
): Any {
  const { device, ...others } = widget;
  return device === undefined || known.has(device) ? widget : (others as Any);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
