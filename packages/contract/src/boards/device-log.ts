import { z } from 'zod';
import { runReport } from '../automation/run-reports.ts';
import { languageCodes } from '../languages.ts';
import { searched } from '../text.ts';

/** One line of a device's event log (what the Console tab shows). */
export const deviceLogKind = z.enum([
  'connected',
  'disconnected',
  'refused',
  'debug',
  'bad_message',
  'message',
  'command',
  'act',
  'info',
  'paired',
  'automation',
  'firmware',
  'note',
]);
export type DeviceLogKind = z.infer<typeof deviceLogKind>;
/**
 * `raw`: the bytes that a line is about, with everything unprintable written as `\\xNN`; null when there are none. `run`: what a line about a
 * run of an automation reports, which `text` has in English; null for others, and for those of older versions.
 */
export const deviceLogLine = z.object({
  id: z.number(),
  at: z.number(),
  kind: deviceLogKind,
  text: z.string(),
  raw: z.string().nullable(),
  run: z.object({ name: z.string(), report: runReport }).nullable(),
});
export type DeviceLogLine = z.infer<typeof deviceLogLine>;
/**
 * Newest first; `kinds` (comma-separated) and `search` (part of the text, without case) leave out the rest. With `language` the text in
 * that language is searched too.
 */
export const deviceLogQuery = z.object({
  before: z.coerce.number().int().min(0).optional(),
  kinds: z
    .string()
    .max(200)
    .transform((list) => list.split(','))
    .pipe(z.array(deviceLogKind))
    .optional(),
  search: searched(100).optional(),
  language: z.enum(languageCodes).default('en'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type DeviceLogQuery = z.output<typeof deviceLogQuery>;
export const deviceLogResponse = z.object({ lines: z.array(deviceLogLine) });
