import type { DeviceLogKind, DeviceLogLine } from '@cyno/contract';
import { formatDateTime } from '../../../lib/format/format.ts';

/** How a kind of line is called, and how grave it is. */
export const kindLabels: Record<DeviceLogKind, { word: string; tone: 'plain' | 'good' | 'warn' | 'bad' | 'action' }> = {
  connected: { word: 'online', tone: 'good' },
  disconnected: { word: 'offline', tone: 'warn' },
  refused: { word: 'refused', tone: 'bad' },
  debug: { word: 'board', tone: 'plain' },
  bad_message: { word: 'unreadable', tone: 'bad' },
  message: { word: 'message', tone: 'plain' },
  command: { word: 'command', tone: 'action' },
  act: { word: 'report', tone: 'action' },
  info: { word: 'signal', tone: 'plain' },
  paired: { word: 'paired', tone: 'good' },
  automation: { word: 'automation', tone: 'action' },
  firmware: { word: 'firmware', tone: 'action' },
  note: { word: 'note', tone: 'plain' },
};

/** A line as it stands in a file or on the clipboard. */
export function lineAsText({ at, kind, text, raw }: DeviceLogLine): string {
  const bytes = raw === null ? '' : `\n    ${raw}`;
  return `${formatDateTime(at, { seconds: true })}  ${kindLabels[kind].word.padEnd(10)}  ${text}${bytes}`;
}
