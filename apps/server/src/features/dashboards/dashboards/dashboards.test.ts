import { type DeviceDashboard, widget } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';
import { kits } from '../../boards/sketches/index.ts';
import { findTemplate, templates } from '../templates/index.ts';

/** The templates that the public kits announce (device protocol, 6.1). */
const announcedByKits = [
  ['dds6111', 'volt curr power pf e1 e2 e3 freq'],
  ['ddsu666', 'V I P Q pf f E'],
  ['pzem004t', 'v i p e f pf'],
  ['dts6111', 'Va Vb Vc Ia Ib Ic Pa Pb Pc PFa PFb PFc f Et Ei Ee'],
  ['dts6111-300a', 'Va Vb Vc Ia Ib Ic Pa Pb Pc PFa PFb PFc f Et Ei Ee Ert Eri Ere'],
  ['dtsu666', 'Va Vb Vc Ia Ib Ic Pa Pb Pc Pfa Pfb Pfc F E1 E2 E3 E4 E5 E6 E7 E8'],
  ['pm2230', 'Va Vb Vc Ia Ib Ic Pa Pb Pc Pfa Pfb Pfc F E1 E2 E3 E4 E5 E6 E7 E8'],
  ['mk229', 'v i p e'],
  ['pzem017', 'v i p e'],
  ['dht', 't h'],
  ['pms7003', 'pm1 pm2 pm10'],
  ['pms7003_airpurifier', 'pm1 pm2 pm10 puri'],
  ['smart_farm_nosensor', 'on'],
  ['smart_farm_humid', 'on humid'],
  ['smart_farm_temp_humid', 'on humid temp'],
  ['smart_farm_temp_humid_ec', 'on humid temp ec'],
  ['smart_farm_7in1', 'on humid temp ec ph n p k'],
] as const;

const displayedKeys = (name: string) =>
  new Set(
    findTemplate(name)?.widgets.flatMap(({ content }) =>
      'key' in content ? [content.key] : 'keys' in content ? content.keys : [],
    ),
  );

describe('a ready-made dashboard', () => {
  test.each(announcedByKits)('%s shows every variable of its kit', (name, keys) => {
    expect([...displayedKeys(name)].sort()).toEqual(keys.split(' ').sort());
  });

  test('stands for each template that a generated sketch announces, at its version', () => {
    const announced = kits.flatMap(({ template }) => (template ? [template] : []));
    expect(announced.length).toBeGreaterThan(10);
    for (const { name, version } of announced) expect(findTemplate(name)?.version, name).toBe(version);
  });

  test.each(templates.map((template) => [template.name, template] as const))(
    '%s is laid out without overlaps and within 12 columns',
    (_name, { widgets }) => {
      const taken = new Set<string>();
      for (const each of widgets) {
        expect(() => widget.parse(each)).not.toThrow();
        expect(each.x + each.width).toBeLessThanOrEqual(12);
        for (let x = each.x; x < each.x + each.width; x++) {
          for (let y = each.y; y < each.y + each.height; y++) {
            expect(taken.has(`${x} ${y}`), `${each.id} at ${x} ${y}`).toBe(false);
            taken.add(`${x} ${y}`);
          }
        }
        const { content } = each;
        if ('zones' in content && content.zones) {
          const starts = content.zones.map(({ from }) => from);
          expect(starts).toEqual([...starts].sort((a, b) => a - b));
        }
        if ('min' in content) expect(content.min).toBeLessThan(content.max);
      }
    },
  );
});

describe('the dashboard of a device', () => {
  const espid = nextEspid();
  let server: JoinedServer;
  let owner: TestUser;
  let stranger: TestUser;

  beforeAll(async () => {
    server = await joinServer();
    owner = await server.signup('owner@example.com');
    stranger = await server.signup('stranger@example.com');
  });
  afterAll(() => server.stop());

  const path = `/api/device/${espid}/dashboard`;
  const read = async (): Promise<DeviceDashboard> => (await owner.api('GET', path)).body;
  const take = (template: string, user = owner) => user.api('PUT', path, { template });

  test('is made when its board reports which kit it is, pushed to its page, and not recreated at each connection', async () => {
    const username = `${owner.email}/${await owner.connectionKey()}`;
    const { board } = await server.board({ espid, username });
    const live = await LiveSocket.open(server.http, owner.token, [espid]);
    expect((await read()).dashboard).toBeNull();
    board.publish('template/name', 'dht,1');
    expect(await live.next('dashboards')).toMatchObject({ espid });
    const first = await read();
    expect(first.dashboard).toMatchObject({
      name: 'Temperature and humidity',
      origin: { template: 'dht', version: 1 },
    });
    expect(first).toMatchObject({ announced: { template: 'dht', version: 1 }, offer: null });

    expect((await take('pms7003')).status).toBe(200);
    board.publish('template/name', 'dht,2');
    await expect.poll(async () => (await read()).announced?.version).toBe(2);
    const after = await read();
    expect(after.dashboard?.origin).toEqual({ template: 'pms7003', version: 1 });
    expect(after.dashboard?.id).toBe(first.dashboard?.id);
    expect(after.offer).toMatchObject({ template: 'dht', version: 1 });
  });

  test('is made also when the board reported which kit it is while it waited to be accepted', async () => {
    const waiting = 'ESP32-D0WDQ6-100_0a7e0005';
    const { board } = await server.board({ espid: waiting, username: owner.email });
    board.publish('template/name', 'pzem004t,1');
    await board.message('template/name');
    expect((await owner.api('POST', `/api/pairing/${waiting}/accept`)).status).toBe(200);
    const made = async () =>
      (await owner.api('GET', `/api/device/${waiting}/dashboard`)).body.dashboard?.origin?.template;
    await expect.poll(made).toBe('pzem004t');
  });

  test('can be made of what the board sends', async () => {
    const username = `${owner.email}/${await owner.connectionKey()}`;
    const { board } = await server.board({ espid, username });
    board.publish('data/update', '{"temp":21.5,"humid":60,"light":300}', 1);
    await expect.poll(async () => (await take('variables')).status).toBe(200);
    const { dashboard, templates: offered } = await read();
    expect(dashboard?.widgets.map(({ content }) => content)).toMatchObject([
      { type: 'value', key: 'temp' },
      { type: 'value', key: 'humid' },
      { type: 'value', key: 'light' },
      { type: 'chart' },
      { type: 'chart' },
      { type: 'chart' },
    ]);
    // What fits the variables best stands first.
    expect(offered[0]?.template).toBe('climate');
  });

  test('refuses a template that does not exist, and does not exist for others', async () => {
    expect(await take('nothing')).toMatchObject({ status: 400, body: { error: expect.stringContaining('"nothing"') } });
    expect((await take('dht', stranger)).status).toBe(404);
    expect((await stranger.api('GET', path)).status).toBe(404);
  });
});
