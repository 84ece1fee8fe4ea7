import {
  sketchCatalog as catalogSchema,
  errorBody,
  type OwnSketch,
  type SketchRequest,
  type SketchResponse,
  sketchResponse,
} from '@cyno/contract';
import { findPin } from '@cyno/device-protocol';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { createHttp, type Http } from '../../../platform/http/index.ts';
import { createMetrics } from '../../../platform/metrics/index.ts';
import { boards } from './boards.ts';
import { commentText, literal } from './cpp-text.ts';
import { kits } from './kits/index.ts';
import { sketchName } from './sketch-name.ts';
import { sketchRoutes } from './sketches.routes.ts';
import { declaredBy, generateSketch, sketchCatalog } from './sketches.service.ts';

const username = 'you@example.com/K7QM-2XFD';
const host = 'farm.local';
const kitRequest = (board: string, kit: string, change: Partial<SketchRequest> = {}): SketchRequest => ({
  name: kit,
  setup: { board, host, content: { type: 'kit', kit } },
  format: 'arduino',
  ...change,
});
const own: OwnSketch = {
  variables: [
    { key: 'temp', label: 'Temperature', unit: '°C', min: -10, max: 50, decimals: 1 },
    { key: 'humid', label: '', unit: '%', min: 0, max: 100, decimals: 0 },
  ],
  outputs: [{ pin: 'D1', name: 'Main pump', mode: 'digit' }],
  events: [{ name: 'Mode', label: 'What it does', initial: 'auto' }],
  template: { name: 'dht', version: 1 },
  intervalS: 10,
};
const ownRequest = (change: Partial<OwnSketch> = {}, board = 'nodemcu'): SketchRequest => ({
  name: 'Green house',
  setup: { board, host, content: { type: 'own', own: { ...own, ...change } } },
  format: 'arduino',
});
const textOf = (sketch: SketchResponse) => sketch.files[0]?.text ?? '';

describe.each(boards)('on $name', (board) => {
  it('the sketches of kits are ready but for the Wi-Fi', () => {
    for (const { id } of kits) {
      const sketch = generateSketch(kitRequest(board.id, id), username, 'en');
      const text = textOf(sketch);
      const lines = text.split('\n');
      const edited = (sketch.files[0]?.editLines ?? []).map((line) => lines[line - 1]);
      expect(edited, id).toEqual([expect.stringContaining('"your-wifi"'), expect.stringContaining('"your-password"')]);
      expect(text, id).toContain(`account[] = "${username}";`);
      expect(text, id).not.toMatch(/[^\S\n]$/m);
      expect(text, id).not.toMatch(/\bdelay\s*\(|EEPROM|undefined|\[object/);
      expect(text, id).toMatch(/^void loop\(\) \{\n {2}iot\.handle\(\);/m);
      if (board.chip === 'esp32') expect(text.replaceAll(/".*?"|\/\/.*/g, ''), id).not.toMatch(/\bD\d\b/);
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(120);
    }
  });

  it('the outputs of kits can be switched, and the notes are about pins that decide how the chip starts', () => {
    for (const kit of sketchCatalog('en').kits) {
      const { outputs = [], wiring = [] } = kit.onBoards.find((one) => one.board === board.id) ?? {};
      for (const { pin, mode } of outputs) expect(findPin(board.family, pin)?.modes).toContain(mode);
      expect(wiring.length).toBeGreaterThan(0);
      for (const note of generateSketch(kitRequest(board.id, kit.id), username, 'en').notes) {
        expect(note).toMatch(/^Pin \w+: Boot pin: avoid loads/);
      }
    }
  });

  it('comes with the file that sets the host for the whole build', () => {
    const sketch = generateSketch(kitRequest(board.id, 'dht', { name: '2nd house' }), username, 'en');
    const [ino, options] = sketch.files;
    const define = `-DDEFAULT_SERVER=\\"${host}\\"`;
    expect([sketch.name, ino?.path]).toEqual(['2nd_house', '2nd_house.ino']);
    if (board.chip === 'esp8266') {
      expect(options?.path).toBe('2nd_house.ino.globals.h');
      const block =
        /^\/\*@create-file:build\.opt@\n([\s\S]*?)\n\*\/$/m.exec(options?.text ?? '')?.[1]?.split('\n') ?? [];
      expect(block.filter((line) => !line.startsWith('//'))).toEqual([define]);
      expect(options?.text).toContain('#ifndef _2ND_HOUSE_INO_GLOBALS_H\n');
    } else {
      expect(options?.path).toBe('build_opt.h');
      expect(options?.text.trim().split('\n')).toEqual([define, ...board.options]);
    }
  });

  it('is a project of PlatformIO as well, with pinned libraries', () => {
    for (const kit of kits) {
      const { files } = generateSketch(kitRequest(board.id, kit.id, { format: 'platformio' }), username, 'en');
      expect(files.map(({ path }) => path)).toEqual(['src/main.cpp', 'platformio.ini']);
      expect(files[0]?.text).toMatch(/^#include <Arduino\.h>\n/m);
      const ini = files[1]?.text ?? '';
      expect(ini).toContain(`\nboard = ${board.platformioBoard}\n`);
      for (const option of [`-DDEFAULT_SERVER=\\"${host}\\"`, ...board.options]) expect(ini).toContain(`  ${option}\n`);
      const libraries = ini.slice(ini.indexOf('lib_deps =')).trim().split('\n').slice(1);
      expect(libraries).toHaveLength(2 + kit.libraries.length);
      for (const library of libraries) expect(library).toMatch(/@ \d+\.\d+\.\d+$|#v\d+\.\d+\.\d+$/);
    }
  });
});

/** Names that the library gives to the whole program. */
const taken =
  /^(net|client|cynoiotInstance|everySecond|previousTime|event|value|gpio|automationList|needOTA|timerStr|send)$/;

describe('the kits', () => {
  it('take no name that the library has', () => {
    for (const { id } of kits) {
      const text = textOf(generateSketch(kitRequest('nodemcu', id), username, 'en'));
      const names = [...text.matchAll(/^(?!static )[A-Z]\w*(?:::\w+)? &?(\w+)(?= =|;|\()/gm)].map(([, name]) => name);
      expect(names, id).toContain('iot');
      for (const name of names) expect(name, id).not.toMatch(taken);
    }
  });

  it('have ids and keys that sketches may have, each once, and fit into a message', () => {
    expect(new Set(kits.map(({ id }) => id)).size).toBe(kits.length);
    for (const { id } of kits) expect(id).toMatch(/^[a-z][a-z0-9_]{0,30}$/);
    const catalog = catalogSchema.parse(sketchCatalog('en'));
    for (const { variables, budget, events } of catalog.kits) {
      const keys = variables.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      for (const key of keys) expect(key).toMatch(/^[A-Za-z][A-Za-z0-9_]{0,15}$/);
      for (const { min, max } of variables) expect(min).toBeLessThan(max);
      expect(budget.bytes).toBeLessThanOrEqual(budget.maxBytes);
      for (const { name, initial } of events) expect(name && initial).toBeTruthy();
    }
  });

  it('announce the templates of the public ones', () => {
    const announced = kits.flatMap(({ template }) => (template ? [`${template.name},${template.version}`] : []));
    expect(announced).toEqual(
      expect.arrayContaining(
        [
          'dds6111,1',
          'ddsu666,1',
          'pzem004t,1',
          'dts6111,1',
          'dts6111-300a,1',
          'dtsu666,1',
          'pm2230,1',
          'mk229,1',
        ].concat(
          ['pzem017,1', 'dht,1', 'pms7003,1', 'pms7003_airpurifier,2', 'smart_farm_nosensor,1', 'smart_farm_humid,1'],
          ['smart_farm_temp_humid,1', 'smart_farm_temp_humid_ec,1', 'smart_farm_7in1,1'],
        ),
      ),
    );
  });

  it('send all 21 values of a large meter, in two messages', () => {
    const meter = sketchCatalog('en').kits.find(({ id }) => id === 'dtsu666');
    expect(meter?.variables).toHaveLength(21);
    expect(textOf(generateSketch(kitRequest('esp32', 'dtsu666'), username, 'en'))).toContain(
      'sendMessage(measureRest)',
    );
  });
});

describe('a set-up of one’s own', () => {
  it('becomes a sketch that describes what to put where', () => {
    const sketch = generateSketch(ownRequest(), username, 'en');
    expect(sketch.name).toBe('Green_house');
    expect(textOf(sketch)).toContain('  addValue("temp", madeUp(-10, 50), 1); // Temperature, °C\n');
    expect(textOf(sketch)).toContain(
      'void setMainPump(int level) {\n  level = level == 0 ? LOW : HIGH;\n  digitalWrite(D1, level);',
    );
    expect(textOf(sketch)).toContain('static String eventMode = "auto"; // What it does\n');
    expect(textOf(sketch)).toContain(
      '  iot.setTemplate("dht", 1);\n  iot.setEventCallback(onEvent);\n  iot.connect(account);',
    );
    expect(textOf(sketch)).toContain('every 10 s');
    // "temp": 4 + 4 + 5, "humid": 5 + 4 + 3.
    expect(sketch.budget).toEqual({ bytes: 25, maxBytes: 240 });
  });

  it('reports what to know about its pins and its dashboard, also in the sketch', () => {
    const outputs = [{ pin: 'D4', name: 'Lamp', mode: 'pwm' as const }];
    const { notes, files } = generateSketch(ownRequest({ outputs }), username, 'en');
    expect(notes).toEqual([
      expect.stringMatching(/^Pin D4: Boot pin: avoid loads/),
      'The dashboard "dht" also shows t, h, which this sketch does not send.',
    ]);
    const comments = (files[0]?.text ?? '').replaceAll(/\n\/\/ {2}/g, '');
    for (const note of notes) expect(comments).toContain(`// Note: ${note}\n`);
    const silent = generateSketch(ownRequest({ variables: [], template: null }), username, 'en');
    expect(silent.notes.at(-1)).toMatch(/^It sends no values/);
  });

  const many = Array.from({ length: 17 }, (_, index) => ({
    key: `variable_${index}`,
    label: '',
    unit: '',
    min: 0,
    max: 100,
    decimals: 0,
  }));
  it.each<[string, Partial<OwnSketch>, string, string]>([
    ['nothing', { variables: [], outputs: [], events: [] }, 'variables', 'would do nothing'],
    [
      'a key twice',
      { variables: [...own.variables, ...own.variables.slice(0, 1)] },
      'variables.2.key',
      '"temp" is used',
    ],
    ['a pin twice', { outputs: [...own.outputs, ...own.outputs] }, 'outputs.1.pin', 'Pin D1 is used twice'],
    [
      'a pin of another chip',
      { outputs: [{ pin: '25', name: '', mode: 'digit' }] },
      'outputs.0.pin',
      'NodeMCU (ESP8266) has no pin "25"',
    ],
    [
      'a mode that the pin lacks',
      { outputs: [{ pin: 'D1', name: '', mode: 'DAC' }] },
      'outputs.0.pin',
      'no analogue output',
    ],
    ['a name with a colon', { events: [{ name: 'a:b', label: '', initial: '0' }] }, 'events.0.name', 'without colon'],
    [
      'a value with a comma',
      { events: [{ name: 'a', label: '', initial: '1,2' }] },
      'events.0.initial',
      'no colon, comma',
    ],
    ['an event twice', { events: [...own.events, ...own.events] }, 'events.1.name', '"Mode" is there twice'],
    ['too long a message', { variables: many }, 'variables', 'up to 296 bytes, and the library can send 240'],
  ])('with %s is refused at the field', (_, change, field, sentence) => {
    expect(() => generateSketch(ownRequest(change), username, 'en')).toThrow(
      expect.objectContaining({
        status: 400,
        fields: expect.objectContaining({ [`setup.content.own.${field}`]: expect.stringContaining(sentence) }),
      }),
    );
  });

  it('may not use a pin that can only be read', () => {
    const outputs = [{ pin: '34', name: '', mode: 'digit' as const }];
    expect(() => generateSketch(ownRequest({ outputs }, 'esp32'), username, 'en')).toThrow('Pin 34 can only be read.');
  });
});

describe('what a set-up declares', () => {
  it('is notified of kits, with their outputs on the board, and of own ones', () => {
    const relays = declaredBy(kitRequest('d1-mini', 'relay_2ch').setup);
    expect(relays).toMatchObject({ family: 'esp8266', intervalS: 60, template: null, events: [] });
    expect(relays.outputs.map(({ pin }) => pin)).toEqual(['D1', 'D2']);
    expect(relays.variables.map(({ key }) => key)).toEqual(['charger', 'fridge']);
    expect(declaredBy(ownRequest().setup)).toMatchObject({ boardName: 'NodeMCU (ESP8266)', ...own });
  });
});

describe('a text in C++', () => {
  it.each([
    ['plain', '"plain"'],
    ['a"b\\c', '"a\\"b\\\\c"'],
    ['??/', '"\\?\\?/"'],
    ['line\nbreak\u0000', '"linebreak"'],
    ['a\u202eb', '"a\\U0000202eb"'],
  ])('%j becomes %s', (text, expected) => expect(literal(text)).toBe(expected));

  it('that is a comment ends where its line ends', () => {
    expect(commentText('a\nb\\ \u2028\u202e??/')).toBe('ab/ ?/');
  });
});

describe('the name of a sketch', () => {
  it.each([
    ['Green house', 'Green_house'],
    ['../../etc/passwd', 'etc_passwd'],
    ['Größe 2', 'Gro_e_2'],
    ['โรงเรือน', 'sketch'],
    ['con', 'con_sketch'],
    ['-x-', 'x'],
    ['a"b\r\nc', 'a_b_c'],
    ['x'.repeat(100), 'x'.repeat(63)],
  ])('%j becomes %s', (name, expected) => expect(sketchName(name)).toBe(expected));
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

  const call = (
    method: 'GET' | 'POST',
    path: string,
    { token = 'good', body }: { token?: string; body?: unknown } = {},
  ) =>
    app.inject({
      method,
      url: `/api/sketches${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { payload: body as object }),
    });
  const dht = kitRequest('nodemcu', 'dht', { name: 'Farm' });

  it('are for those who are signed in', async () => {
    const responses = [
      await call('GET', '/catalog', { token: 'bad' }),
      await call('POST', '/generate', { token: 'bad', body: dht }),
      await call('POST', '/zip', { token: 'bad', body: dht }),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401]);
  });

  it('list the boards with their pins, and the kits', async () => {
    const catalog = catalogSchema.parse((await call('GET', '/catalog')).json());
    expect(catalog.boards.map(({ id }) => id)).toEqual(boards.map(({ id }) => id));
    expect(catalog.boards[0]?.pins[1]).toMatchObject({ pin: 'D1', gpio: 5, modes: ['digit', 'pwm'] });
    expect(catalog.kits[0]).toMatchObject({ id: 'dht', boards: boards.map(({ id }) => id), group: 'climate' });
    const purifier = catalog.kits.find(({ id }) => id === 'pms7003_airpurifier');
    expect(purifier?.events.map(({ name, widget, initial }) => [name, widget, initial])).toEqual([
      ['Mode', 'choice', 'auto'],
      ['Start', 'slider', '15'],
      ['Max', 'slider', '75'],
      ['MaxPWM', 'slider', '100'],
      ['OledOn', 'switch', '1'],
    ]);
  });

  it('respond with the sketch of the account', async () => {
    const sketch = sketchResponse.parse((await call('POST', '/generate', { body: dht })).json());
    expect(sketch.files.map(({ path }) => path)).toEqual(['Farm.ino', 'Farm.ino.globals.h']);
    expect(textOf(sketch)).toContain('"you@example.com/KEY-7"');
  });

  it('respond with a zip with one folder', async () => {
    const response = await call('POST', '/zip', { body: { ...dht, format: 'platformio' } });
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="Farm.zip"',
      'cache-control': 'no-store',
    });
    const files = unzipSync(response.rawPayload);
    expect(Object.keys(files)).toEqual(['Farm/src/main.cpp', 'Farm/platformio.ini']);
    expect(strFromU8(files['Farm/src/main.cpp'] ?? new Uint8Array())).toContain('you@example.com/KEY-7');
  });

  it.each([
    [{ ...dht, setup: { ...dht.setup, board: 'toaster' } }, 'toaster'],
    [{ ...dht, setup: { ...dht.setup, content: { type: 'kit', kit: '__proto__' } } }, '__proto__'],
    [{ ...dht, setup: { ...dht.setup, host: 'a"\n#include' } }, 'host name'],
    [{ ...dht, format: 'makefile' }, 'format'],
    [{ ...dht, name: '' }, 'name'],
    [ownRequest({ variables: [], outputs: [], events: [] }), 'would do nothing'],
    [ownRequest({ intervalS: 0 }), 'intervalS'],
  ])('refuse %j', async (body, named) => {
    for (const path of ['/generate', '/zip']) {
      const response = await call('POST', path, { body });
      expect(response.statusCode).toBe(400);
      expect(errorBody.parse(response.json()).error).toContain(named);
    }
  });
});
