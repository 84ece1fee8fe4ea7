import type { Board } from './boards.ts';
import type { Kit } from './kit.ts';
import { cynoLibraries } from './libraries.ts';

const indent = (code: string): string[] => code.split('\n').map((line) => (line === '' ? '' : `  ${line}`));
const optional = (code: string | undefined, ...lines: string[]): string[] => (code ? lines : []);

/** A text as a C++ string literal. */
export const literal = (text: string): string => `"${text.replace(/[\\"?]/g, '\\$&').replace(/\p{Cc}/gu, '')}"`;

/**
 * Writes the sketch of a kit for a board by the rules of the device protocol, 6.4: `handle` in every pass, no waiting,
 * template and callback before `connect`, `nan` never sent. `username` is what the board signs in as.
 */
export function writeSketch(kit: Kit, board: Board, username: string): { text: string; editLines: number[] } {
  const parts = kit.parts(board);
  const libraries = [...cynoLibraries, ...kit.libraries].map((library) => library.arduino);
  const lines = [
    `// ${kit.name} on ${board.name}`,
    ...parts.wiring.map((line) => `// ${line}`),
    `// Libraries: ${libraries.join(', ')}.`,
    '',
    `#include <${board.chip === 'esp8266' ? 'ESP8266WiFi.h' : 'WiFi.h'}>`,
    ...parts.includes.map((header) => `#include <${header}>`),
    '#include <cynoiot.h>',
    '',
    'static const char wifiName[] = "your-wifi";         // fill in',
    'static const char wifiPassword[] = "your-password"; // fill in',
    `static const char account[] = ${literal(username)}; // your e-mail and connection key`,
    '',
    'Cynoiot iot;',
    ...optional(parts.globals, parts.globals),
    '',
    ...frameFunctions(kit),
    '// Reads the sensors.',
    'static void measure() {',
    ...indent(parts.measure),
    '}',
    '',
    ...optional(
      parts.onEvent,
      '// Somebody operated a control on the dashboard.',
      'static void onEvent(String name, String text) {',
      ...indent(parts.onEvent ?? ''),
      '}',
      '',
    ),
    'void setup() {',
    '  Serial.begin(115200);',
    ...optional(parts.setup, ...indent(parts.setup)),
    '  WiFi.mode(WIFI_STA);',
    '  WiFi.begin(wifiName, wifiPassword);',
    ...(kit.template ? [`  iot.setTemplate(${literal(kit.template.name)}, ${kit.template.version});`] : []),
    ...optional(parts.onEvent, '  iot.setEventCallback(onEvent);'),
    '  iot.connect(account); // from now on it connects by itself whenever there is Wi-Fi',
    '}',
    '',
    'void loop() {',
    '  iot.handle(); // keeps the connection; never wait long in this function',
    ...optional(parts.always, ...indent(parts.always ?? '')),
    '',
    '  static uint32_t sentAt = 0;',
    `  if (millis() - sentAt < ${kit.intervalS * 1000}) return; // every ${kit.intervalS} s`,
    '  sentAt = millis();',
    '  sendMessage();',
    '}',
    '',
  ];
  const text = lines.join('\n').replace(/\n{3,}/g, '\n\n');
  return { text, editLines: fillInLines(text) };
}

function frameFunctions({ variables }: Kit): string[] {
  return [
    `static String messageNames[${variables.length}];`,
    `static float messageValues[${variables.length}];`,
    'static uint8_t messageSize = 0;',
    '',
    '// Puts a value into the message; a sensor that failed gives nan and is left out.',
    'static void addValue(const char *name, float number) {',
    `  if (isnan(number) || isinf(number) || messageSize >= ${variables.length}) return;`,
    '  messageNames[messageSize] = name;',
    '  messageValues[messageSize] = number;',
    '  messageSize++;',
    '}',
    '',
    'static void measure();',
    '',
    '// Measures and sends what was measured.',
    'static void sendMessage() {',
    '  messageSize = 0;',
    '  measure();',
    '  if (messageSize == 0) return;',
    '  iot.setkeyname(messageNames, messageSize);',
    '  iot.update(messageValues);',
    '}',
    '',
  ];
}

const fillInLines = (text: string): number[] =>
  text.split('\n').flatMap((line, index) => (line.endsWith('// fill in') ? [index + 1] : []));
