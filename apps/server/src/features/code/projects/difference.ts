import type { DeviceVariable, OutputMode, ProjectDifference } from '@cyno/contract';
import { isFirmwareAtLeast } from '@cyno/device-protocol';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type { DeclaredSketch } from '../../boards/sketches/index.ts';

export type Finding = ProjectDifference['devices'][number]['findings'][number];

/** What is known of a board. */
export interface BoardFacts {
  readonly device: Pick<DeviceRecord, 'family' | 'firmware' | 'template' | 'templateVersion' | 'online' | 'lastSeenAt'>;
  readonly variables: readonly Pick<DeviceVariable, 'key' | 'at'>[];
  readonly outputs: readonly { readonly pin: string; readonly mode: OutputMode; readonly name: string | null }[];
  readonly events: readonly { readonly name: string; readonly reportedAt: number | null }[];
  readonly now: number;
}

/** The library version that has everything which generated sketches use. */
const wantedVersion = '1.0.8';
const shortestSilenceMs = 60_000;

/** Compares what a sketch declares with what a board does; empty when they agree. */
export function findDifferences(declared: DeclaredSketch, board: BoardFacts): Finding[] {
  if (board.device.lastSeenAt === null) {
    const text = 'This board was never connected. Upload the sketch and wait until it appears.';
    return [whole('silent', 'never_connected', text)];
  }
  return [
    ...familyFinding(declared, board),
    ...firmwareFinding(board),
    ...templateFinding(declared, board),
    ...variableFindings(declared, board),
    ...outputFindings(declared, board),
    ...eventFindings(declared, board),
  ];
}

/** A finding about the board as a whole. */
const whole = (
  kind: Finding['kind'],
  reason: Finding['reason'],
  ...[text, values = {}]: [text: string, values?: Finding['values']]
): Finding => ({ kind, subject: null, reason, values, text });

const chipNames: Record<DeviceRecord['family'], string> = {
  esp8266: 'an ESP8266',
  esp32: 'an ESP32',
  'esp32-s2': 'an ESP32-S2',
  'esp32-s3': 'an ESP32-S3',
  'esp32-c3': 'an ESP32-C3',
  other: 'none of the boards that sketches are made for',
};

function familyFinding({ family, boardName }: DeclaredSketch, { device }: BoardFacts): Finding[] {
  if (device.family === family) return [];
  const sentence = `The sketch is for ${boardName}, and this is ${chipNames[device.family]}.`;
  const text = `${sentence} Choose its board in the project, or link another device.`;
  return [whole('board', 'other_board', text, { board: boardName, family: device.family })];
}

function firmwareFinding({ device: { firmware } }: BoardFacts): Finding[] {
  if (isFirmwareAtLeast(firmware, wantedVersion)) return [];
  const update = `Update the CynoIOT library to ${wantedVersion} and upload the sketch again.`;
  const values = { wanted: wantedVersion, version: firmware ?? '' };
  if (firmware === null) {
    const sentence = `The board did not say its version of the library, so it is older than ${wantedVersion}.`;
    return [whole('firmware', 'unknown_library', `${sentence} ${update}`, values)];
  }
  const sentence = `The board runs version ${firmware} of the library.`;
  return [whole('firmware', 'old_library', `${sentence} ${update}`, values)];
}

function templateFinding({ template }: DeclaredSketch, { device }: BoardFacts): Finding[] {
  const version = device.templateVersion ?? 0;
  if (template === null) {
    if (device.template === null) return [];
    const sentence = `The board announces the dashboard "${device.template}", and the sketch none.`;
    const text = `${sentence} It runs another sketch: upload this one.`;
    return [whole('template', 'board_template', text, { board: device.template })];
  }
  if (device.template === null) {
    const sentence = `The sketch announces the dashboard "${template.name}", and the board none.`;
    return [whole('template', 'sketch_template', `${sentence} Upload this sketch.`, { sketch: template.name })];
  }
  if (device.template !== template.name) {
    const sentence = `The sketch announces the dashboard "${template.name}", and the board "${device.template}".`;
    const text = `${sentence} It runs another sketch: upload this one.`;
    return [whole('template', 'other_template', text, { sketch: template.name, board: device.template })];
  }
  if (version === template.version) return [];
  const sentence = `The sketch announces version ${template.version} of the dashboard "${template.name}", and the board version ${version}.`;
  const values = { name: template.name, sketch: template.version, board: version };
  return [whole('template', 'template_version', `${sentence} Upload this sketch.`, values)];
}

function variableFindings({ variables, intervalS }: DeclaredSketch, { variables: known, ...board }: BoardFacts) {
  const sent = known.filter(({ at }) => at !== null);
  const newest = Math.max(...sent.map(({ at }) => at ?? 0));
  /** After so long without a value, several of them were left out. */
  const silenceMs = Math.max(3 * intervalS * 1000, shortestSilenceMs);
  if (sent.length === 0) {
    const text = 'The board sends no values. Upload the sketch, and look at the Console tab.';
    return variables.length === 0 ? [] : [whole('silent', 'no_values', text)];
  }
  const findings: Finding[] = [];
  if (board.device.online && variables.length > 0 && board.now - newest > silenceMs) {
    const sinceMs = board.now - newest;
    const text = `The board is connected and has sent no values for ${duration(sinceMs)}. Look at its sensors.`;
    findings.push(whole('silent', 'silent_board', text, { sinceMs }));
  }
  const find = (key: string) => sent.find((one) => one.key === key);
  for (const { key } of variables) {
    const at = find(key)?.at;
    if (at == null) findings.push(missingVariable(key, sent));
    else if (newest - at > silenceMs) {
      const text = `"${key}" has not come for ${duration(newest - at)}, while other values did. Look at its sensor.`;
      const values = { key, sinceMs: newest - at };
      findings.push({ kind: 'silent', subject: key, reason: 'silent_variable', values, text });
    }
  }
  for (const { key, at } of sent) {
    if (newest - (at ?? 0) > silenceMs || variables.some((one) => one.key === key)) continue;
    const text = `The board sends "${key}", which the sketch does not declare. Add it to the project, or upload this sketch.`;
    findings.push({ kind: 'undeclared', subject: key, reason: 'undeclared_variable', values: { key }, text });
  }
  return findings;
}

function missingVariable(key: string, sent: readonly { key: string }[]): Finding {
  const similar = sent.find((one) => one.key.toLowerCase() === key.toLowerCase());
  if (similar) {
    const text = `The sketch declares "${key}", and the board sends "${similar.key}": capitals count. Write it the same way in both.`;
    return { kind: 'missing', subject: key, reason: 'other_capitals', values: { key, sent: similar.key }, text };
  }
  const text = `The sketch declares "${key}", and the board does not send it. Upload this sketch, and look at the sensor.`;
  return { kind: 'missing', subject: key, reason: 'never_sent', values: { key }, text };
}

const modeNames = { digit: 'on and off', pwm: 'pulse width', DAC: 'voltage' };

function outputFindings({ outputs }: DeclaredSketch, { outputs: known }: BoardFacts): Finding[] {
  const findings: Finding[] = [];
  for (const { pin, name, mode } of outputs) {
    const label = name === '' ? `Pin ${pin}` : `Pin ${pin} (${name})`;
    const present = known.find((one) => one.pin === pin);
    if (!present) {
      const text = `${label} is not set up on the Control tab yet. Add it there to switch it.`;
      findings.push({ kind: 'missing', subject: pin, reason: 'missing_output', values: { pin, name }, text });
    } else if (present.mode !== mode) {
      const text = `${label} is ${modeNames[mode]} in the sketch and ${modeNames[present.mode]} on the Control tab. Choose the same in both.`;
      const values = { pin, name, sketch: mode, control: present.mode };
      findings.push({ kind: 'missing', subject: pin, reason: 'other_mode', values, text });
    }
  }
  for (const { pin, name } of known) {
    if (outputs.some((one) => one.pin === pin)) continue;
    const label = name === null ? `Pin ${pin}` : `Pin ${pin} (${name})`;
    const text = `${label} is on the Control tab, and the sketch does not declare it. Add it to the project, or remove it there.`;
    const values = { pin, name: name ?? '' };
    findings.push({ kind: 'undeclared', subject: pin, reason: 'undeclared_output', values, text });
  }
  return findings;
}

function eventFindings({ events }: DeclaredSketch, { events: known }: BoardFacts): Finding[] {
  const absent = events.map(({ name }) => name).filter((name) => !known.some((one) => one.name === name));
  const missing: Finding[] =
    absent.length === 0
      ? []
      : [
          {
            kind: 'missing',
            subject: absent.length === 1 ? (absent[0] ?? null) : null,
            reason: 'missing_events',
            values: { names: absent.map((name) => `"${name}"`).join(', ') },
            text: `The Control tab does not have ${absent.length === 1 ? 'the event' : 'the events'} ${listed(absent)} yet. Add ${absent.length === 1 ? 'it' : 'them'} there to operate ${absent.length === 1 ? 'it' : 'them'}.`,
          },
        ];
  const undeclared = known
    .filter(({ name, reportedAt }) => reportedAt !== null && !events.some((one) => one.name === name))
    .map(({ name }): Finding => {
      const text = `The board reported the event "${name}", which the sketch does not declare. Add it to the project, or upload this sketch.`;
      return { kind: 'undeclared', subject: name, reason: 'undeclared_event', values: { name }, text };
    });
  return [...missing, ...undeclared];
}

/** `"a", "b" and "c"` */
function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} and ${last}`;
}

/** `3 minutes`, in the largest whole unit. */
function duration(ms: number): string {
  const units: [string, number][] = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
  ];
  const [unit, size] = units.find(([, size]) => ms >= size) ?? ['minute', 60_000];
  const count = Math.max(1, Math.floor(ms / size));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
