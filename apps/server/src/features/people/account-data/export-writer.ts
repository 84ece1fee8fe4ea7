import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { csvLine } from '@cyno/contract';
import type { AccountDataRepository, ExportedDevice } from './account-data.repository.ts';
import { Archive } from './archive.ts';
import { dashboardVersionsJson, timeLineFiles } from './time-line-files.ts';

/** Bounds what one account can fill the disk with; compressed, so that it is some ten times as much as CSV. */
const maxArchiveBytes = 2 * 1024 ** 3;
/** ZIP without its 64-bit extension ends at 65,535 files (APPNOTE 4.4.21). */
const maxFiles = 65_000;
const leastFreeBytes = 500 * 1024 ** 2;

/** What a device measured. */
export interface TelemetrySource {
  span(deviceId: number): Promise<readonly [first: number, last: number] | undefined>;
  export(deviceId: number, query: { from: number; to: number; format: 'csv' | 'json' }): AsyncIterable<string>;
}

export interface ExportDeps {
  readonly repository: AccountDataRepository;
  readonly telemetry: TelemetrySource;
}

export interface ExportJob {
  readonly accountId: number;
  readonly path: string;
  /** Ends it early: the promise rejects with its reason. */
  readonly signal: AbortSignal;
  /** From 0 to 100. */
  onProgress(percent: number): Promise<void>;
}

interface Part {
  readonly name: string;
  pieces(): Iterable<string> | AsyncIterable<string>;
}

/** Writes everything that belongs to an account into a zip file; returns its size. A file that did not become whole stays. */
export async function writeExport(
  deps: ExportDeps,
  { accountId, path, signal, onProgress }: ExportJob,
): Promise<number> {
  const parts = [...(await documents(deps, accountId)), ...(await telemetryParts(deps, accountId))];
  const archive = await Archive.create(path);
  const missing: string[] = [];
  try {
    for (const [index, { name, pieces }] of parts.entries()) {
      signal.throwIfAborted();
      await checkSpace(path);
      const isFull = index >= maxFiles || archive.bytes >= maxArchiveBytes;
      const isWhole = !isFull && (await archive.add(name, until(signal, pieces())));
      if (!isWhole) missing.push(name);
      await onProgress(Math.floor((100 * (index + 1)) / (parts.length + 1)));
    }
    await archive.add('README.txt', [readme(missing)]);
    return await archive.finish();
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

async function documents({ repository }: ExportDeps, accountId: number): Promise<Part[]> {
  const documents = Object.entries(await repository.documents(accountId)).map(([name, content]) => ({
    name,
    pieces: () => [`${JSON.stringify(content, null, 2)}\n`],
  }));
  const versions = () => dashboardVersionsJson(repository.timeLines, accountId);
  return [...documents, { name: 'dashboard-versions.json', pieces: versions }];
}

async function telemetryParts({ repository, telemetry }: ExportDeps, accountId: number): Promise<Part[]> {
  const parts: Part[] = [];
  for (const [index, device] of (await repository.listDevices(accountId)).entries()) {
    const folder = folderOf(index, device);
    parts.push({ name: `${folder}/log.csv`, pieces: () => logCsv(repository, device.id) });
    parts.push({ name: `${folder}/commands.csv`, pieces: () => commandsCsv(repository, device.id) });
    parts.push({ name: `${folder}/automation-runs.csv`, pieces: () => runsCsv(repository, device.id) });
    for (const [name, pieces] of Object.entries(timeLineFiles(repository.timeLines, device.id))) {
      parts.push({ name: `${folder}/${name}`, pieces });
    }
    const span = await telemetry.span(device.id);
    for (const { name, from, to } of span ? monthsOf(span) : []) {
      for (const format of ['csv', 'json'] as const) {
        parts.push({
          name: `${folder}/telemetry-${name}.${format}`,
          pieces: () => telemetry.export(device.id, { from, to, format }),
        });
      }
    }
  }
  return parts;
}

/** A board chooses its id: nothing of it may lead out of the folder, or differ from another by its case only. */
const folderOf = (index: number, { espid }: ExportedDevice): string =>
  `devices/${String(index + 1).padStart(3, '0')}-${espid.replaceAll(/[^\w-]/g, '_')}`;

/** The months (UTC) from the first to the last message: spreadsheets hold a million rows, and zip files 4 GB each. */
function* monthsOf([first, last]: readonly [number, number]) {
  const start = new Date(first);
  for (let month = start.getUTCMonth(); ; month += 1) {
    const from = Date.UTC(start.getUTCFullYear(), month);
    if (from > last) return;
    yield { name: new Date(from).toISOString().slice(0, 7), from, to: Date.UTC(start.getUTCFullYear(), month + 1) };
  }
}

async function* logCsv(repository: AccountDataRepository, deviceId: number): AsyncGenerator<string> {
  yield `${csvLine(['time', 'kind', 'text'])}\r\n`;
  for await (const lines of repository.logLines(deviceId)) {
    const rows = lines.map(({ at, kind, text }) => csvLine([new Date(at).toISOString(), kind, text]));
    yield `${rows.join('\r\n')}\r\n`;
  }
}

async function* commandsCsv(repository: AccountDataRepository, deviceId: number): AsyncGenerator<string> {
  yield `${csvLine(['time', 'by', 'kind', 'target', 'mode', 'value', 'state', 'answered', 'reason'])}\r\n`;
  for (const {
    createdAt,
    actor,
    kind,
    target,
    mode,
    value,
    state,
    answeredAt,
    reason,
  } of await repository.listCommands(deviceId)) {
    const confirmedText = answeredAt === null ? null : new Date(answeredAt).toISOString();
    const cells = [new Date(createdAt).toISOString(), actor.name ?? actor.kind, kind, target, mode, value, state];
    yield `${csvLine([...cells, confirmedText, reason])}\r\n`;
  }
}

async function* runsCsv(repository: AccountDataRepository, deviceId: number): AsyncGenerator<string> {
  yield `${csvLine(['time', 'automation', 'phase', 'due', 'outcome', 'why', 'result'])}\r\n`;
  for (const { at, automationId, phase, dueAt, outcome, why, result } of await repository.listRuns(deviceId)) {
    const [done, due] = [at, dueAt].map((instant) => new Date(instant).toISOString());
    yield `${csvLine([done ?? '', String(automationId), phase, due ?? '', outcome, why, result])}\r\n`;
  }
}

async function* until(signal: AbortSignal, pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    yield piece;
  }
}

async function checkSpace(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path));
  if (bavail * bsize < leastFreeBytes) throw new Error('The disk has too little space for an export');
}

const readme = (missing: readonly string[]): string => `Everything that belongs to your Cyno account

account.json, plan.json, sessions.json, access-tokens.json, identities.json, two-step.json,
notification-addresses.json, notifications.json, boards.json, administration.json: what the server knows about you.
devices.json: your devices, what they measure, their outputs and events, and their timers and rules.
alert-rules.json: what you want to be alerted of.
scenes.json: your scenes, named sets of outputs and events.
device-list.json: the groups of your devices, and saved views of their list.
dashboards.json and dashboard-versions.json: the dashboards of your devices, those of several, and what they were before changes.
sharing.json: what you share and with whom, your public links and guest passes and how those were used, what others share with
you, when you looked at it, and the notes that you wrote there.
projects.json: the sketches that you saved, and the devices that they are for.
firmware.json: your firmware images, without the files themselves, and the updates of your boards.
devices/<number>-<id>/telemetry-<year>-<month>.csv and .json: all messages that are kept, by month.
devices/<number>-<id>/log.csv, commands.csv and automation-runs.csv: the event log and the commands of the device, and what its
timers and rules did, the newest line first.
devices/<number>-<id>/notes.csv, alerts.csv, connected.csv, restarts.csv and signal.csv: the notes on its time line, what you were alerted
of, when it was connected, when it started, and how well it heard its access point, the oldest line first.

Times are in UTC. In CSV files an apostrophe stands before text that a spreadsheet would take for a formula.
Passwords, keys, tokens and codes are in no file.
${missing.length === 0 ? '' : `\nThe archive was full. Not whole are the files below; download them from the History page of the device.\n${missing.join('\n')}\n`}`;
