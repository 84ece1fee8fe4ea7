import type { DashboardFile, WidgetContent } from '@cyno/contract';
import { saveFile } from '../../lib/save-file.ts';
import type { Draft } from './edit-history.ts';
import type { Size } from './layout.ts';

const schemas = async () => await import('@cyno/contract');
const largestBytes = 1_000_000;

/** Puts a dashboard into a file. */
export function exportDashboard({ name, widgets }: Draft): void {
  const file: DashboardFile = { format: 'cyno-dashboard', version: 1, name, widgets: [...widgets] };
  const words = name.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  const blob = new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' });
  saveFile(`${words.replaceAll(/^-|-$/g, '') || 'dashboard'}.json`, blob);
}

/** Reads a dashboard from a file. Throws an `Error` whose message says what is wrong with it. */
export async function readDashboard(file: File): Promise<Draft> {
  if (file.size > largestBytes) throw new Error('The file is too large to be a dashboard.');
  const content = parse(await file.text());
  const checked = (await schemas()).dashboardFile.safeParse(content);
  if (checked.success) return { name: checked.data.name, widgets: checked.data.widgets };
  if (!isObject(content) || content.format !== 'cyno-dashboard') {
    throw new Error('The file holds no dashboard. Choose one that was exported here.');
  }
  const [issue] = checked.error.issues;
  throw new Error(`The dashboard in the file is damaged at “${issue?.path.join('.')}”.`);
}

const clipboardKind = 'cyno-widget';

/** A widget as a text for the clipboard. */
export const widgetText = (widget: Size & { content: WidgetContent }): string =>
  JSON.stringify({ kind: clipboardKind, width: widget.width, height: widget.height, content: widget.content });

/** The widget in a text from the clipboard; null when it holds none. */
export async function widgetFrom(text: string): Promise<(Size & { content: WidgetContent }) | null> {
  const copied = text.length > largestBytes ? null : parse(text);
  if (!isObject(copied) || copied.kind !== clipboardKind) return null;
  const checked = (await schemas()).widget.pick({ width: true, height: true, content: true }).safeParse(copied);
  return checked.success ? checked.data : null;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
