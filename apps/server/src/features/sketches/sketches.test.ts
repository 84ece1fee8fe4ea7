import { sketchCatalog as catalogSchema, errorBody, type SketchResponse, sketchResponse } from '@cyno/contract';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../test/log.ts';
import { createHttp, type Http } from '../../platform/http/index.ts';
import { createMetrics } from '../../platform/metrics/index.ts';
import { boards } from './boards.ts';
import { sketchRoutes } from './index.ts';
import { maxMessageBytes, messageBytes } from './kit.ts';
import { kits } from './kits/index.ts';
import { literal } from './sketch-writer.ts';
import { generateSketch } from './sketches.service.ts';

const username = 'you@example.com/K7QM-2XFD';
const host = 'farm.local';
const every = boards.flatMap((board) => kits.map((kit) => ({ board, kit, name: `${kit.name} on ${board.name}` })));

/** Outputs that a chip normally has (device protocol, 4.3), and inputs that are no outputs. */
const usable: Record<string, RegExp> = {
  nodemcu: /^(D[0-8]|A0)$/,
  'd1-mini': /^(D[0-8]|A0)$/,
  esp32: /^(2|4|5|1[2-9]|2[1-3]|2[5-7]|32|33|34)$/,
  'esp32-s2-mini': /^([1-9]|1[0-8]|21|3[3-9]|4[0-2])$/,
  'esp32-s3': /^([1-9]|1[0-8]|21|3[89]|4[0-2])$/,
  'esp32-c3': /^(0|1|[3-7]|10)$/,
};
/** Names that the library itself defines for the whole program. */
const taken =
  /^(net|client|cynoiotInstance|everySecond|previousTime|event|value|gpio|automationList|needOTA|timerStr|send)$/;

const sketchOf = (board: string, kit: string) => generateSketch({ board, kit, host, username });
const inoOf = (sketch: SketchResponse) => sketch.files[0]?.text ?? '';

/** The code without comments and with empty texts. */
const codeOf = (text: string) => text.replace(/"(?:[^"\\\n]|\\.)*"/g, '""').replace(/\/\/.*$/gm, '');

/** Bodies of the functions by name; throws when brackets do not match. */
function functionsOf(code: string): Map<string, string> {
  const functions = new Map<string, string>();
  const open: { bracket: string; at: number }[] = [];
  const pairs: Record<string, string> = { ')': '(', ']': '[', '}': '{' };
  for (let at = 0; at < code.length; at++) {
    const bracket = code[at] ?? '';
    if ('([{'.includes(bracket)) open.push({ bracket, at });
    else if (bracket in pairs) {
      const start = open.pop();
      if (!start || start.bracket !== pairs[bracket]) throw new Error(`"${bracket}" at ${at} does not match`);
      const head = /(\w+)\s*\([^()]*\)\s*$/.exec(code.slice(0, start.at));
      if (bracket === '}' && open.length === 0 && head?.[1]) functions.set(head[1], code.slice(start.at + 1, at));
    }
  }
  if (open.length > 0) throw new Error(`${open.length} brackets stay open`);
  return functions;
}

describe.each(every)('$name', ({ board, kit }) => {
  const sketch = sketchOf(board.id, kit.id);
  const text = inoOf(sketch);
  const code = codeOf(text);
  const functions = functionsOf(code);

  it('follows the rules that keep the connection alive', () => {
    const [setup, loop] = [functions.get('setup') ?? '', functions.get('loop') ?? ''];
    expect(loop.trim()).toMatch(/^iot\.handle\(\);/);
    expect(code).not.toMatch(/\bdelay\s*\(|while\s*\(|EEPROM|#define/);
    expect(setup.match(/iot\.connect\([^)]*\)/g)).toEqual(['iot.connect(account)']);
    expect(setup.trim()).toMatch(/iot\.connect\(account\);$/);
    expect(setup.includes('iot.setTemplate(')).toBe(kit.template !== undefined);
    expect(setup.includes('iot.setEventCallback(onEvent)')).toBe(functions.has('onEvent'));
    expect(functions.get('addValue')).toContain('isnan(number)');
    expect(text.match(/iot\.update\(/g)).toHaveLength(1);
  });

  it('sends the variables of the catalogue and no others, in a message that fits', () => {
    const named = text.match(/(?<=addValue\(")\w+/g) ?? [];
    const listed = /names\[\] = \{([^}]*)\}/.exec(text)?.[1]?.match(/\w+/g) ?? [];
    expect(new Set([...named, ...listed])).toEqual(new Set(kit.variables.map(({ key }) => key)));
    for (const { key } of kit.variables) expect(key).toMatch(/^[A-Za-z][A-Za-z0-9_]{0,15}$/);
    expect(messageBytes(kit)).toBeLessThanOrEqual(maxMessageBytes);
    expect(kit.variables.length).toBeLessThanOrEqual(32);
  });

  it('uses each pin once, and only pins that the board has', () => {
    const used = [
      ...code.matchAll(/pinMode\((\w+),/g),
      ...code.matchAll(/(?:DHT dht|OneWire wire|analogRead)\((\w+)/g),
    ].map((match) => match[1] ?? '');
    const pairs = [
      ...code.matchAll(/port\.begin\(\w+, \w+, (\w+), (\w+)\)/g),
      ...code.matchAll(/Wire\.begin\((\w+), (\w+)\)/g),
      ...code.matchAll(/meter\(Serial1, (\w+), (\w+)\)/g),
      ...code.matchAll(/SoftwareSerial port\((\w+), (\w+)\)/g),
    ].flatMap((match) => [match[1] ?? '', match[2] ?? '']);
    const pins = [...used, ...pairs];
    expect(new Set(pins).size).toBe(pins.length);
    expect(pins.length > 0).toBe(kit.id !== 'own_values');
    for (const pin of pins) expect(pin).toMatch(usable[board.id] as RegExp);
    for (const [, pin] of code.matchAll(/digital(?:Write|Read)\((\w+)/g)) expect(pins).toContain(pin);
    if (board.chip === 'esp32') expect(code).not.toMatch(/\bD\d\b|SoftwareSerial|SWSERIAL/);
  });

  it('takes no name that the library has, and declares what it calls', () => {
    const globals = [...code.matchAll(/^(?:static )?(?:const )?[\w:]+ [*&]?(\w+)\s*(?:\[|=|\(|;)/gm)].map(
      ([, one]) => one,
    );
    for (const one of globals) expect(one).not.toMatch(taken);
    expect(new Set(globals).size).toBe(globals.length - 1 /* measure is declared before it is defined */);
    for (const [, called] of code.matchAll(
      /(?<![.\w])(answered|floatAt|wholeOf|rounded|distanceCm|dissolved|setLight|driveFan)\(/g,
    )) {
      expect(functions.has(called ?? '')).toBe(true);
    }
  });

  it('says which lines to fill in, and has e-mail and key in place', () => {
    const lines = text.split('\n');
    const edited = (sketch.files[0]?.editLines ?? []).map((line) => lines[line - 1]);
    expect(edited).toEqual([expect.stringContaining('"your-wifi"'), expect.stringContaining('"your-password"')]);
    expect(text).toContain(`account[] = "${username}";`);
    expect(text).not.toMatch(/[^\S\n]$/m);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(140);
  });

  it('comes with the files that set the host for the whole build', () => {
    const [ino, options, platformio] = sketch.files;
    expect(ino?.path).toBe(`${sketch.name}.ino`);
    const define = `-DDEFAULT_SERVER=\\"${host}\\"`;
    if (board.chip === 'esp8266') {
      expect(options?.path).toBe(`${sketch.name}.ino.globals.h`);
      const block =
        /^\/\*@create-file:build\.opt@\n([\s\S]*?)\n\*\/$/m.exec(options?.text ?? '')?.[1]?.split('\n') ?? [];
      expect(block.filter((line) => !line.startsWith('//'))).toEqual([define]);
    } else {
      expect(options?.path).toBe('build_opt.h');
      expect(options?.text.trim().split('\n')).toEqual([define, ...board.options]);
    }
    expect(platformio?.path).toBe('platformio.ini');
    expect(platformio?.text).toContain(`  ${define}\n`);
    for (const library of kit.libraries) expect(platformio?.text).toContain(library.platformio);
  });
});

describe('the kits', () => {
  it('have names that a sketch may have, each once', () => {
    expect(kits.length).toBeGreaterThanOrEqual(12);
    expect(new Set(kits.map(({ id }) => id)).size).toBe(kits.length);
    for (const { id } of kits) expect(id).toMatch(/^[a-z][a-z0-9_]{0,30}$/);
  });

  it('measure the same on every board', () => {
    for (const kit of kits) {
      const values = boards.map((board) => inoOf(sketchOf(board.id, kit.id)).match(/addValue\(/g)?.length);
      expect(new Set(values).size).toBe(1);
    }
  });
});

describe('a text in C++', () => {
  it.each([
    ['plain', '"plain"'],
    ['a"b\\c', '"a\\"b\\\\c"'],
    ['??/', '"\\?\\?/"'],
    ['line\nbreak\u0000', '"linebreak"'],
  ])('%j becomes %s', (text, expected) => expect(literal(text)).toBe(expected));
});

describe('the routes', () => {
  let app: Http;
  beforeAll(async () => {
    app = await createHttp({
      log: silentLogger,
      metrics: createMetrics(),
      authenticate: async (token) =>
        token === 'good'
          ? {
              id: 7,
              email: 'you@example.com',
              member: 'user',
              timeZone: null,
              sessionId: 1,
              provedAt: Date.now(),
              tokenScope: null,
            }
          : null,
    });
    sketchRoutes(app, { connectionKey: async (accountId) => `KEY-${accountId}` });
    await app.ready();
  });
  afterAll(() => app.close());

  const get = (url: string, token = 'good') =>
    app.inject({ url: `/api/sketches${url}`, headers: { authorization: `Bearer ${token}` } });

  it('are for those who are signed in', async () => {
    for (const url of ['', '/generate?board=esp32&kit=dht&host=a', '/generate/zip?board=esp32&kit=dht&host=a']) {
      expect((await get(url, 'bad')).statusCode).toBe(401);
    }
  });

  it('list the boards and kits', async () => {
    const catalog = catalogSchema.parse((await get('')).json());
    expect(catalog.boards.map(({ id }) => id)).toEqual(boards.map(({ id }) => id));
    expect(catalog.kits[0]).toMatchObject({ id: 'dht', boards: boards.map(({ id }) => id) });
  });

  it('answer the sketch of the account', async () => {
    const sketch = sketchResponse.parse((await get('/generate?board=nodemcu&kit=dht&host=192.168.1.5')).json());
    expect(sketch.files.map(({ path }) => path)).toEqual(['dht.ino', 'dht.ino.globals.h', 'platformio.ini']);
    expect(inoOf(sketch)).toContain('"you@example.com/KEY-7"');
    expect(sketch.files[1]?.text).toContain('-DDEFAULT_SERVER=\\"192.168.1.5\\"');
  });

  it('answer a zip with one folder', async () => {
    const answer = await get('/generate/zip?board=esp32-s3&kit=pms7003&host=farm.local');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="pms7003.zip"',
    });
    const files = unzipSync(answer.rawPayload);
    expect(Object.keys(files)).toEqual(['pms7003/pms7003.ino', 'pms7003/build_opt.h', 'pms7003/platformio.ini']);
    expect(strFromU8(files['pms7003/pms7003.ino'] ?? new Uint8Array())).toContain('you@example.com/KEY-7');
  });

  it.each([
    ['board=toaster&kit=dht&host=a', 'toaster'],
    ['board=esp32&kit=toaster&host=a', 'toaster'],
    ['board=esp32&kit=__proto__&host=a', '__proto__'],
    ['board=esp32&kit=dht&host=a%22%0A%23include', 'host name'],
    ['board=esp32&kit=dht', 'host'],
  ])('refuse %s', async (query, named) => {
    for (const path of ['/generate', '/generate/zip']) {
      const answer = await get(`${path}?${query}`);
      expect(answer.statusCode).toBe(400);
      expect(errorBody.parse(answer.json()).error).toContain(named);
    }
  });
});
