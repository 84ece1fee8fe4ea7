import { type Language, languageCodes, type SketchRequest } from '@cyno/contract';
import { describe, expect, it } from 'vitest';
import { boards } from './boards.ts';
import { kits } from './kits/index.ts';
import { generateSketch, sketchCatalog } from './sketches.service.ts';
import { commentsIn, textIn } from './texts/index.ts';

const username = 'you@example.com/K7QM-2XFD';
const setUp = (board: string, content: SketchRequest['setup']['content']): SketchRequest => ({
  name: 'Green house',
  setup: { board, host: 'farm.local', content },
  format: 'arduino',
});
const own = {
  variables: [{ key: 'temp', label: 'Air, at // the "door"', unit: '°C', min: -10, max: 50, decimals: 1 }],
  outputs: [
    { pin: 'D1', name: 'Main pump', mode: 'digit' as const },
    { pin: 'D2', name: '', mode: 'pwm' as const },
  ],
  events: [
    { name: 'Mode', label: 'What it does', initial: '5' },
    { name: 'Url', label: '', initial: '//farm.local' },
  ],
  template: { name: 'dht', version: 1 },
  intervalS: 10,
};
const requests = [
  ...boards.flatMap(({ id }) => kits.map((kit) => setUp(id, { type: 'kit', kit: kit.id }))),
  setUp('nodemcu', { type: 'own', own }),
  setUp('nodemcu', { type: 'own', own: { ...own, variables: [] } }),
];
const textOf = (request: SketchRequest, language: Language) =>
  generateSketch(request, username, language).files[0]?.text ?? '';

/** Without strings, in which two slashes are no comment. */
const slashes = (line: string) =>
  line.replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) => '_'.repeat(text.length)).indexOf('//');
const codeOf = (sketch: string) =>
  sketch
    .split('\n')
    .filter((line) => !line.startsWith('//'))
    .map((line) => (slashes(line) < 0 ? line : line.slice(0, slashes(line))));
const commentsOf = (sketch: string) =>
  sketch.split('\n').flatMap((line) => (slashes(line) < 0 ? [] : [line.slice(slashes(line) + 3)]));

/** Names of parts, such as DHT11, and of values, such as PM2.5. */
const isProper = (text: string) => /^((Chint |Schneider )?[A-Z][A-Z\d.-]*|pH)$/.test(text);

describe.each(languageCodes.filter((language) => language !== 'en'))('in %s', (language) => {
  it('the code of a sketch is byte for byte the same', () => {
    for (const request of requests) expect(codeOf(textOf(request, language))).toEqual(codeOf(textOf(request, 'en')));
  });

  it('every comment of a kit is translated, its head included', () => {
    for (const request of requests.slice(0, -2)) {
      const english = new Set(commentsOf(textOf(request, 'en')));
      const same = commentsOf(textOf(request, language)).filter((text) => english.has(text) && !isProper(text));
      expect(same, JSON.stringify(request.setup)).toEqual([]);
    }
  });

  it('so is a sketch of one’s own, but for the words of its user', () => {
    const comments = commentsOf(textOf(setUp('nodemcu', { type: 'own', own }), language));
    expect(comments.filter((text) => !/[\u0E00-\u0E7F]/.test(text))).toEqual([
      expect.stringContaining('changeEvent('),
      'Air, at // the "door", °C',
    ]);
  });

  it('marks the same lines to fill in', () => {
    for (const request of requests) {
      const [file] = generateSketch(request, username, language).files;
      const lines = file?.text.split('\n') ?? [];
      expect(file?.editLines.map((line) => lines[line - 1]?.match(/wifi\w+/)?.[0])).toEqual([
        'wifiName',
        'wifiPassword',
      ]);
    }
  });

  it('names, descriptions and wiring of the kits are translated', () => {
    const textsOf = (of: Language) =>
      sketchCatalog(of).kits.flatMap(({ name, summary, sensor, variables, events, onBoards }) => [
        ...[name, summary, sensor],
        ...[...variables, ...events, ...events.flatMap(({ choices }) => choices)].map(({ label }) => label),
        ...onBoards.flatMap(({ wiring, outputs }) => [...wiring, ...outputs.map((output) => output.name)]),
      ]);
    const english = textsOf('en');
    expect(textsOf(language).filter((text, index) => text === english[index] && !isProper(text))).toEqual([]);
  });
});

it('leaves what looks like a comment inside a string, and what nobody translated', () => {
  expect(commentsIn('print("// fill in"); // fill in', 'th')).toBe('print("// fill in"); // กรอกของคุณเอง');
  expect(textIn('Main pump', 'th')).toBe('Main pump');
});
