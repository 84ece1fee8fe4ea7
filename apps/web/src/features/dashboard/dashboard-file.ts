import type { DashboardFile } from '@cyno/contract';
import { saveFile } from '../../lib/save-file.ts';
import type { Draft } from './edit-history.ts';
import type { Size } from './layout.ts';
import type { Bound } from './widget-data.ts';

const schemas = async () => await import('@cyno/contract');
const largestBytes = 1_000_000;

/** Puts a dashboard into a file. */
export function exportDashboard({ name, widgets, espids }: Omit<Draft, 'espids'> & Partial<Draft>): void {
  const content = { name, widgets: [...widgets], ...(espids && { espids: [...espids] }) };
  const file: DashboardFile = { format: 'cyno-dashboard', version: 1, ...content };
  const words = name.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  const blob = new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' });
  saveFile(`${words.replaceAll(/^-|-$/g, '') || 'dashboard'}.json`, blob);
}

/** Reads a dashboard from a file. Throws an `Error` whose message says what is wrong with it. */
export async function readDashboard(file: File): Promise<Draft> {
  if (file.size > largestBytes) throw new Error('The file is too large to be a dashboard.');
  const content = parse(await file.text());
  const checked = (await schemas()).dashboardFile.safeParse(content);
  if (checked.success)
    return { name: checked.data.name, widgets: checked.data.widgets, espids: checked.data.espids ?? [] };
  if (!isObject(content) || content.format !== 'cyno-dashboard') {
    throw new Error('The file holds no dashboard. Choose one that was exported here.');
  }
  const [issue] = checked.error.issues;
  throw new Error(`The dashboard in the file is damaged at “${issue?.path.join('.')}”.`);
}

const clipboardKind = 'cyno-widget';

/** A widget as a text for the clipboard. */
export const widgetText = ({ width, height, device, content }: Size & Bound): string =>
  JSON.stringify({ kind: clipboardKind, width, height, device, content });

/** The widget in a text from the clipboard; null when it holds none. */
export async function widgetFrom(text: string): Promise<(Size & Bound) | null> {
  const copied = text.length > largestBytes ? null : parse(text);
  if (!isObject(copied) || copied.kind !== clipboardKind) return null;
  const checked = (await schemas()).widget
    .pick({ width: true, height: true, device: true, content: true })
    .safeParse(copied);
  return checked.success ? checked.data : null;
}

/** A draft without devices that cannot be seen here: its widgets show the one that is chosen, or ask for another. */
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
