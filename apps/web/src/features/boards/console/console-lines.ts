import type { DeviceLogKind, DeviceLogLine } from '@cyno/contract';
import { deviceLogTextIn } from '@cyno/contract/device-log-texts';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { formatDateTime } from '../../../lib/format/format.ts';
import { i18n } from '../../../lib/language/i18n.ts';
import { currentLanguage } from '../../../lib/language/language.ts';

/** How a kind of line is called, and how grave it is. */
export const kindLabels: Record<
  DeviceLogKind,
  { label: MessageDescriptor; tone: 'plain' | 'good' | 'warn' | 'bad' | 'action' }
> = {
  connected: { label: msg`online`, tone: 'good' },
  disconnected: { label: msg`offline`, tone: 'warn' },
  refused: { label: msg`refused`, tone: 'bad' },
  debug: { label: msg`board`, tone: 'plain' },
  bad_message: { label: msg`unreadable`, tone: 'bad' },
  message: { label: msg`message`, tone: 'plain' },
  command: { label: msg`command`, tone: 'action' },
  act: { label: msg`report`, tone: 'action' },
  info: { label: msg`signal`, tone: 'plain' },
  paired: { label: msg`paired`, tone: 'good' },
  automation: { label: msg`automation`, tone: 'action' },
  firmware: { label: msg`firmware`, tone: 'action' },
  note: { label: msg`note`, tone: 'plain' },
};

/** The text of a line, in the language of the page where the server wrote it. */
export const lineText = (line: Pick<DeviceLogLine, 'kind' | 'text' | 'run'>): string =>
  deviceLogTextIn(line, currentLanguage());

/** A line as it stands in a file or on the clipboard. */
export function lineAsText({ at, kind, text, raw, run }: DeviceLogLine): string {
  const bytes = raw === null ? '' : `\n    ${raw}`;
  return `${formatDateTime(at, { seconds: true })}  ${i18n._(kindLabels[kind].label).padEnd(10)}  ${lineText({ kind, text, run })}${bytes}`;
}
