import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-config-'));
});
afterEach(() => rm(directory, { recursive: true }));

const load = (environment: Record<string, string> = {}) => loadConfig(environment, directory);

function mistakesOf(environment: Record<string, string>): string[] {
  try {
    load(environment);
  } catch (error) {
    if (error instanceof ConfigError)
      return error.message
        .split('\n')
        .slice(1)
        .map((line) => line.trim());
    throw error;
  }
  return [];
}

test('needs nothing', () => {
  expect(load()).toMatchObject({
    host: '0.0.0.0',
    port: 3000,
    publicUrl: null,
    dataDirectory: join(directory, 'data'),
    databaseUrl: null,
    databaseReplicaUrl: null,
    mqtt: { tls: { host: '0.0.0.0', port: 7458 }, plain: { host: '127.0.0.1', port: 1883 } },
    tls: null,
    signup: 'open',
    billing: 'off',
    team: null,
  });
});

test('the environment wins over .env, and an empty value counts as unset', async () => {
  await writeFile(join(directory, '.env'), 'PORT=4000\nTEAM_NAME="A team"\nSIGNUP=closed\n');
  expect(load({ PORT: '5000', SIGNUP: '' })).toMatchObject({ port: 5000, team: 'A team', signup: 'open' });
});

test('an unknown name in .env is reported, with the nearest known one', async () => {
  const names = ['SMPT_URL', 'mqtt_port', 'Public_Url', 'COMPOSE_PROJECT_NAME', 'PORT'];
  await writeFile(join(directory, '.env'), names.map((name) => `${name}=4000`).join('\n'));
  expect(load({ SMTP_URLS: 'x' }).unusedSettings).toEqual([
    'COMPOSE_PROJECT_NAME in .env is no setting of Cyno.',
    'Public_Url in .env is no setting of Cyno. Did you mean PUBLIC_URL?',
    'SMPT_URL in .env is no setting of Cyno. Did you mean SMTP_URL?',
    'mqtt_port in .env is no setting of Cyno. Did you mean MQTT_PORT?',
  ]);
});

test('another data folder in .env than in the environment, as of the Debian package, is reported', async () => {
  await writeFile(join(directory, '.env'), 'DATA_DIR=/mnt/cyno\nPORT=4000\n');
  expect(load({ DATA_DIR: '/var/lib/cyno', PORT: '5000' }).unusedSettings).toEqual([
    'DATA_DIR in .env has no effect: the environment sets it to /var/lib/cyno.',
  ]);
  expect(load({ DATA_DIR: '/mnt/cyno' }).unusedSettings).toEqual([]);
  expect(load().unusedSettings).toEqual([]);
});

test('the sender of mails is an address, alone or behind a name', () => {
  const SMTP_URL = 'smtp://localhost';
  for (const MAIL_FROM of ['cyno@example.com', 'Cyno <no-reply@localhost>', '"Cyno, lab" <cyno@example.com>']) {
    expect(load({ SMTP_URL, MAIL_FROM }).mail?.from).toBe(MAIL_FROM);
  }
  for (const MAIL_FROM of ['Cyno', 'Cyno <cyno>', 'Cyno cyno@example.com', '<a@b> c', 'a@b, c@d']) {
    expect(() => load({ MAIL_FROM }), MAIL_FROM).toThrow('MAIL_FROM must be an e-mail address');
  }
});

test('proxies are addresses or networks', () => {
  const given = '127.0.0.1, 10.0.0.0/8,::1,fd00::/8';
  expect(load({ TRUST_PROXY: given }).trustProxy).toEqual(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8']);
  for (const TRUST_PROXY of ['10.0.0.0/33', '10.0.0', '127.0.0.1,', 'proxy.example.com']) {
    expect(() => load({ TRUST_PROXY })).toThrow('TRUST_PROXY must be addresses or networks');
  }
});

test('a port for proxies needs to know them', () => {
  expect(load({ MQTT_PROXY_PORT: '7459', TRUST_PROXY: '10.0.0.5' }).mqtt.proxied).toEqual({
    port: 7459,
    proxies: ['10.0.0.5'],
  });
  expect(load({ MQTT_PROXY_PORT: '0' }).mqtt.proxied).toBeNull();
  expect(() => load({ MQTT_PROXY_PORT: 'auto' })).toThrow('TRUST_PROXY must be set because MQTT_PROXY_PORT is set');
});

describe('ports', () => {
  test.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: 'auto' }, { port: 0 }],
    [{ MQTT_TLS_PORT: 'auto' }, { mqtt: { tls: { port: 0 } } }],
    [{ MQTT_PORT: '0' }, { mqtt: { plain: null } }],
    [{ MQTT_PORT: 'auto' }, { mqtt: { plain: { port: 0 } } }],
    [{ MQTT_PORT: '65535' }, { mqtt: { plain: { port: 65_535 } } }],
  ])('%o', (environment, expected) => {
    expect(load(environment)).toMatchObject(expected);
  });
});

test('every mistake is named at once', () => {
  const mistakes = mistakesOf({
    PORT: '70000',
    MQTT_TLS_PORT: '0',
    MQTT_PORT: 'none',
    PUBLIC_URL: 'example.com',
    TRUST_PROXY: 'my-proxy',
    DATABASE_URL: 'mysql://localhost/x',
    SIGNUP: 'maybe',
    READY_JSON: 'yes',
    LINK_MAIL: 'nobody',
    LINK_CHAT: 'javascript:alert(1)',
    METRICS_TOKEN: 'short',
  });
  expect(mistakes.map((mistake) => mistake.split(' ')[0]).sort()).toEqual([
    'DATABASE_URL',
    'LINK_CHAT',
    'LINK_MAIL',
    'METRICS_TOKEN',
    'MQTT_PORT',
    'MQTT_TLS_PORT',
    'PORT',
    'PUBLIC_URL',
    'READY_JSON',
    'SIGNUP',
    'TRUST_PROXY',
  ]);
});

test('settings that belong together are requested together, also beside other mistakes', () => {
  const mistakes = mistakesOf({
    TLS_CERT: 'a.pem',
    PORT: 'x',
  });
  expect(mistakes).toEqual([
    'PORT must be a port number from 1 to 65535, or 0 for any free port',
    'TLS_KEY must be set because TLS_CERT is set',
  ]);
});

test('what follows the database, or shares it, needs one of your own', () => {
  const mistakes = mistakesOf({ DATABASE_REPLICA_URL: 'postgres://replica/cyno', SERVER_NAME: 'barn-1' });
  expect(mistakes).toEqual([
    'DATABASE_URL must be set because DATABASE_REPLICA_URL is set',
    'DATABASE_URL must be set because SERVER_NAME is set',
  ]);
});

test('what logging in through others and paying need is requested as a whole', () => {
  const mistakes = mistakesOf({
    OIDC_ISSUER: 'https://id.example.com',
    LINE_CHANNEL_ID: '1',
    BILLING: 'stripe',
    STRIPE_SECRET_KEY: 'x',
  });
  expect(mistakes).toEqual([
    'OIDC_CLIENT_ID must be set because OIDC_ISSUER is set',
    'OIDC_CLIENT_SECRET must be set because OIDC_ISSUER is set',
    'LINE_CHANNEL_SECRET must be set because LINE_CHANNEL_ID is set',
    'STRIPE_WEBHOOK_SECRET must be set because BILLING is stripe',
    'STRIPE_PRICE_MAKER must be set because BILLING is stripe',
    'STRIPE_PRICE_PRO must be set because BILLING is stripe',
  ]);
});

test('providers are requested over an encrypted connection, or on this machine', () => {
  const provider = { OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' };
  for (const OIDC_ISSUER of [
    'http://localhost:8080',
    'http://127.0.0.1/x',
    'http://[::1]:1',
    'https://id.example.com',
  ]) {
    expect(load({ ...provider, OIDC_ISSUER }).oidc?.issuer).toBe(OIDC_ISSUER);
  }
  for (const OIDC_ISSUER of ['http://id.example.com', 'http://localhost.example.com', 'http://127.0.0.1.example.com']) {
    expect(() => load({ ...provider, OIDC_ISSUER })).toThrow(
      'OIDC_ISSUER must begin with https://, unless the provider runs on this machine',
    );
  }
});

test('pictures of maps come from one host, and the address defines where the parts go', () => {
  const tiles = 'https://tiles.example.com/v1/{z}/{x}/{y}.png?key=a';
  expect(load({ MAP_TILES_URL: tiles, MAP_ATTRIBUTION: '© us' })).toMatchObject({
    mapTiles: { url: tiles, attribution: '© us' },
  });
  expect(load({})).toMatchObject({ mapTiles: null });
  for (const wrong of [
    'https://{s}.example.com/a.png',
    'https://tiles.example.com/{z}/{x}.png',
    'ftp://a/{z}/{x}/{y}',
  ]) {
    expect(() => load({ MAP_TILES_URL: wrong }), wrong).toThrow(/MAP_TILES_URL must/);
  }
});

test('pages and pictures come from origins that are named whole', () => {
  expect(load({ EMBED_ORIGINS: 'https://Grafana.example.com/, http://192.168.1.20:8080' })).toMatchObject({
    embedOrigins: ['https://grafana.example.com', 'http://192.168.1.20:8080'],
  });
  expect(load({})).toMatchObject({ embedOrigins: [] });
  for (const wrong of [
    'https://*.example.com',
    'example.com',
    'https://a.example/b',
    "https://a.example 'unsafe-inline'",
  ]) {
    expect(() => load({ EMBED_ORIGINS: wrong }), wrong).toThrow(/EMBED_ORIGINS must/);
  }
});

test.each([
  [{ PUBLIC_URL: 'https://iot.example.com' }, 'acme', false],
  [{ PUBLIC_URL: 'https://iot.example.com', TRUST_PROXY: '10.0.0.1' }, 'off', false],
  [{ PUBLIC_URL: 'https://iot.example.com', HOST: '127.0.0.1' }, 'off', false],
  [{ PUBLIC_URL: 'https://iot.example.com:8443' }, 'off', false],
  [{ PUBLIC_URL: 'https://cyno.lan' }, 'off', false],
  [{ PUBLIC_URL: 'https://192.168.1.5' }, 'off', false],
  [{ PUBLIC_URL: 'http://iot.example.com' }, 'off', false],
  [{ PUBLIC_URL: 'https://iot.example.com', HTTPS: 'off' }, 'off', true],
  [{ PUBLIC_URL: 'https://cyno.lan', HTTPS: 'acme', HOST: '127.0.0.1' }, 'acme', true],
  [{}, 'off', false],
])('%j: the certificate is by %s', (environment: Record<string, string>, mode, isExplicit) => {
  expect(load(environment).https).toMatchObject({ mode, isExplicit });
});

test('rollups are stored at least as long as messages', () => {
  expect(() => load({ ROLLUP_HISTORY_DAYS: '30' })).toThrow(
    'RAW_HISTORY_DAYS must be set because ROLLUP_HISTORY_DAYS is set',
  );
  expect(() => load({ RAW_HISTORY_DAYS: '90', ROLLUP_HISTORY_DAYS: '30' })).toThrow(
    'ROLLUP_HISTORY_DAYS must be at least RAW_HISTORY_DAYS',
  );
  expect(load({ RAW_HISTORY_DAYS: '90', ROLLUP_HISTORY_DAYS: '730' })).toMatchObject({
    rawHistoryDays: 90,
    rollupHistoryDays: 730,
  });
});

test('settings of HTTPS that cannot work together are each told', () => {
  expect(mistakesOf({ HTTPS: 'acme', ACME_EAB_KEY_ID: 'x', ACME_DIRECTORY: 'http://ca.example.com' })).toEqual([
    'ACME_DIRECTORY must begin with https://, unless the authority runs on this machine',
    'ACME_EAB_HMAC_KEY must be set because ACME_EAB_KEY_ID is set',
    'PUBLIC_URL must be set to an https address with a domain, such as https://iot.example.com, because HTTPS is acme',
  ]);
  const notLocal =
    'PUBLIC_URL must be unset or name this machine in its own network, such as https://cyno.local or https://192.168.1.5, because HTTPS is local; a domain of the internet needs HTTPS=acme';
  for (const PUBLIC_URL of ['https://iot.example.com', 'http://cyno.local', 'https://8.8.8.8'])
    expect(() => load({ HTTPS: 'local', PUBLIC_URL })).toThrow(notLocal);
  expect(() => load({ HTTPS: 'local', HTTP_PORT: '80' })).toThrow('HTTP_PORT must be unset because HTTPS is local');
  for (const PUBLIC_URL of ['https://cyno.local', 'https://[fd00::5]:8443', 'https://192.168.1.5'])
    expect(load({ HTTPS: 'local', PUBLIC_URL }).https).toMatchObject({ mode: 'local', homeName: 'cyno' });
  expect(load({ HTTPS: 'local', LOCAL_NAME: 'Farm.local' }).https.homeName).toBe('farm');
  expect(load({ HTTPS: 'local', LOCAL_NAME: 'off' }).https.homeName).toBe(null);
  expect(() => load({ HTTPS: 'local', LOCAL_NAME: 'my farm' })).toThrow('LOCAL_NAME must be a name of letters');
  expect(() => load({ HTTPS: 'files' })).toThrow('TLS_CERT and TLS_KEY must be set because HTTPS is files');
  expect(() => load({ HTTPS: 'yes' })).toThrow('HTTPS must be off, acme, files or local');
  const sharesPort = 'OTA_PORT must be unset because HTTPS of Cyno itself has the same port, which serves firmware too';
  const https: Record<string, string>[] = [{ HTTPS: 'local' }, { PUBLIC_URL: 'https://iot.example.com' }];
  for (const own of https) {
    expect(() => load({ ...own, OTA_PORT: '443' })).toThrow(sharesPort);
    expect(() => load({ ...own, HTTPS_PORT: '8443', OTA_PORT: '8443' })).toThrow(sharesPort);
    const others: Record<string, string>[] = [
      { HTTPS_PORT: '8443' },
      { HTTPS: 'off' },
      { HOST: '10.0.0.1', MQTT_HOST: '10.0.0.2' },
    ];
    for (const other of others) expect(load({ ...own, OTA_PORT: '443', ...other }).ota?.port).toBe(443);
    expect(load({ ...own, HTTPS_PORT: 'auto', OTA_PORT: 'auto' }).ota?.port).toBe(0);
    expect(load({ ...own, HTTPS_PORT: '0', OTA_PORT: '0' }).ota).toBe(null);
  }
});
