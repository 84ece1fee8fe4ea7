import type { Language, SketchFormat } from '@cyno/contract';
import type { Board } from './boards.ts';
import { commentText, indent, literal } from './cpp-text.ts';
import type { Kit, SketchParts } from './kit.ts';
import { cynoLibraries } from './libraries.ts';
import { commentsIn, textIn } from './texts/index.ts';

const optional = (code: string | undefined, ...lines: string[]): string[] => (code ? lines : []);

interface SketchFrame {
  readonly kit: Kit;
  readonly board: Board;
  /** What its user calls it. */
  readonly title: string;
  /** What the board signs in as. */
  readonly username: string;
  readonly format: SketchFormat;
  readonly notes: readonly string[];
  /** Of the comments. */
  readonly language: Language;
}

/**
 * Writes the sketch of a kit for a board by the rules of the device protocol, 6.4: `handle` in every pass, no waiting,
 * template and callback before `connect`, `nan` never sent.
 */
export function writeSketch(frame: SketchFrame): { text: string; editLines: number[] } {
  const { kit, board, username } = frame;
  const parts = kit.parts(board);
  const lines = [
    ...header(frame, parts),
    '',
    ...(frame.format === 'platformio' ? ['#include <Arduino.h>'] : []),
    `#include <${board.chip === 'esp8266' ? 'ESP8266WiFi.h' : 'WiFi.h'}>`,
    ...parts.includes.map((include) => `#include <${include}>`),
    '#include <cynoiot.h>',
    '',
    'static const char wifiName[] = "your-wifi";         // fill in',
    'static const char wifiPassword[] = "your-password"; // fill in',
    `static const char account[] = ${literal(username)}; // your e-mail and connection key`,
    '',
    'Cynoiot iot;',
    '',
    ...optional(parts.globals, parts.globals),
    '',
    ...messageFunctions(kit),
    ...measureFunctions(parts),
    ...optional(
      parts.onEvent,
      '// Somebody operated a control on the dashboard.',
      'static void onEvent(String name, String text) {',
      ...indent(parts.onEvent ?? ''),
      '}',
      '',
    ),
    ...setupFunction(kit, parts),
    ...loopFunction(kit, parts),
  ];
  const text = lines.join('\n').replace(/\n{3,}/g, '\n\n');
  return { text: commentsIn(text, frame.language), editLines: fillInLines(text) };
}

/** Between what a sketch is and the board that it is for. */
const on: Record<Language, string> = { en: 'on', th: 'บน' };

function header({ kit, board, title, notes, language }: SketchFrame, { wiring }: SketchParts): string[] {
  const libraries = [...cynoLibraries, ...kit.libraries].map((library) => library.arduino);
  const name = textIn(kit.name, language);
  const what = [kit.id, kit.name, name].includes(title) ? name : `${title}: ${name}`;
  return [
    `${what} ${on[language]} ${board.name}`,
    ...[...wiring, ...notes.map((note) => `Note: ${note}`), `Libraries: ${libraries.join(', ')}.`].map((sentence) =>
      textIn(sentence, language),
    ),
  ].flatMap(comment);
}

/** A sentence as a comment, broken at spaces where it is long. */
const comment = (sentence: string): string[] =>
  commentText(sentence)
    .replace(/(?=\S)(.{1,100}|\S+)(?:\s+|$)/g, '//   $1\n')
    .trimEnd()
    .split('\n')
    .map((line, index) => (index === 0 ? line.replace('//   ', '// ') : line));

function messageFunctions({ variables, rest = [] }: Kit): string[] {
  if (variables.length === 0) return [];
  const max = Math.max(variables.length, rest.length);
  return [
    `static const uint8_t mostValues = ${max}; // in one message`,
    'static String messageNames[mostValues];',
    'static float messageValues[mostValues];',
    'static uint8_t messageSize = 0;',
    '',
    '// Puts a value into the message, rounded; a sensor that failed gives nan and is left out.',
    'static void addValue(const char *name, float number, uint8_t decimals) {',
    '  if (isnan(number) || isinf(number) || messageSize >= mostValues) return;',
    '  float steps = decimals == 0 ? 1 : decimals == 1 ? 10 : decimals == 2 ? 100 : 1000;',
    '  messageNames[messageSize] = name;',
    '  messageValues[messageSize] = roundf(number * steps) / steps;',
    '  messageSize++;',
    '}',
    '',
    '// Sends what a function puts into the message.',
    'static void sendMessage(void (*fill)()) {',
    '  messageSize = 0;',
    '  fill();',
    '  if (messageSize == 0) return;',
    '  iot.setkeyname(messageNames, messageSize);',
    '  iot.update(messageValues);',
    '}',
    '',
  ];
}

const measureFunctions = ({ measure, measureRest }: SketchParts): string[] => [
  ...optional(measure, '// Reads the sensors.', 'static void measure() {', ...indent(measure), '}', ''),
  ...optional(
    measureRest,
    '// The rest, in a message of its own: the library cannot send more than 254 bytes at once.',
    'static void measureRest() {',
    ...indent(measureRest ?? ''),
    '}',
    '',
  ),
];

const setupFunction = (kit: Kit, { setup, onEvent }: SketchParts): string[] => [
  'void setup() {',
  '  Serial.begin(115200);',
  ...optional(setup, ...indent(setup)),
  '  WiFi.mode(WIFI_STA);',
  '  WiFi.begin(wifiName, wifiPassword);',
  ...(kit.template ? [`  iot.setTemplate(${literal(kit.template.name)}, ${kit.template.version});`] : []),
  ...optional(onEvent, '  iot.setEventCallback(onEvent);'),
  '  iot.connect(account); // from now on it connects by itself whenever there is Wi-Fi',
  '}',
  '',
];

function loopFunction({ intervalS, variables }: Kit, { always, measure, measureRest }: SketchParts): string[] {
  const every = [
    `  if (millis() - sentAt < ${intervalS * 1000}) return; // every ${intervalS} s`,
    '  sentAt = millis();',
    variables.length > 0 ? '  sendMessage(measure);' : '  measure();',
  ];
  const rest = [
    '  static bool restIsDue = false;',
    '  if (restIsDue && millis() - sentAt >= 1000) {',
    '    restIsDue = false;',
    '    sendMessage(measureRest);',
    '  }',
  ];
  return [
    'void loop() {',
    '  iot.handle(); // keeps the connection; never wait long in this function',
    ...optional(always, ...indent(always ?? '')),
    ...optional(
      measure,
      '',
      '  static uint32_t sentAt = 0;',
      ...optional(measureRest, ...rest),
      ...every,
      ...optional(measureRest, '  restIsDue = true;'),
    ),
    '}',
    '',
  ];
}

const fillInLines = (text: string): number[] =>
  text.split('\n').flatMap((line, index) => (line.endsWith('// fill in') ? [index + 1] : []));
