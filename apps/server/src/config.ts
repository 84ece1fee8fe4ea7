import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { arrangeHttps } from './https-settings.ts';
import { nearestName } from './nearest-name.ts';
import { mistakesOfGroups, type Settings, settings } from './settings.ts';

/** The settings as the server uses them; each comes from the environment variable that `settings.ts` describes. */
export type Config = ReturnType<typeof loadConfig>;

/** All mistakes of the configuration: one sentence, or a list with a line for each. */
export class ConfigError extends Error {
  constructor(mistakes: string[], options: { cause?: unknown } = {}) {
    super(
      mistakes.length === 1
        ? `The configuration is wrong: ${mistakes[0]}.`
        : `The configuration has ${mistakes.length} mistakes:${mistakes.map((mistake) => `\n  ${mistake}`).join('')}`,
      options,
    );
    this.name = 'ConfigError';
  }
}

/** Reads the environment and `.env` of the working directory (the environment wins); throws a ConfigError. */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env, directory = process.cwd()) {
  const ofFile = readEnvFile(resolve(directory, '.env'));
  const merged = { ...ofFile, ...environment };
  const given = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
  const result = settings.safeParse(given);
  const invalid = result.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? [];
  const mistakes = [...invalid, ...mistakesOfGroups(given)];
  if (!result.success || mistakes.length > 0) throw new ConfigError(mistakes);
  return {
    ...arrange(result.data, directory),
    unusedSettings: [...unknownOf(ofFile), ...overriddenOf(ofFile, environment)],
  };
}

function readEnvFile(path: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new ConfigError([`.env cannot be read: ${(error as Error).message}`], { cause: error });
  }
}

/** A sentence for each name that means nothing here. The file may be that of other programs too, so it is no mistake. */
function unknownOf(ofFile: NodeJS.Dict<string>): string[] {
  const known = Object.keys(settings.shape);
  return Object.keys(ofFile)
    .filter((name) => !known.includes(name))
    .sort()
    .map((name) => {
      const nearest = nearestName(name, known);
      return `${name} in .env is no setting of Cyno.${nearest ? ` Did you mean ${nearest}?` : ''}`;
    });
}

/** The environment wins, and nobody may look for data in a folder where none is. */
function overriddenOf({ DATA_DIR }: NodeJS.Dict<string>, environment: NodeJS.ProcessEnv): string[] {
  return DATA_DIR && environment.DATA_DIR && DATA_DIR !== environment.DATA_DIR
    ? [`DATA_DIR in .env has no effect: the environment sets it to ${environment.DATA_DIR}.`]
    : [];
}

function arrange(given: Settings, directory: string) {
  return {
    host: given.HOST,
    /** 0: any free port; also of `mqtt`. */
    port: given.PORT,
    publicUrl: given.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    dataDirectory: resolve(directory, given.DATA_DIR),
    https: arrangeHttps(given, (name) => resolve(directory, name)),
    /** Null: the embedded PostgreSQL. */
    databaseUrl: given.DATABASE_URL ?? null,
    /** What follows that one, for reading history; null: none. */
    databaseReplicaUrl: given.DATABASE_REPLICA_URL ?? null,
    /** Among several that share the database; null: this server is the only one. */
    serverName: given.SERVER_NAME ?? null,
    /** What is between those servers; null: nothing but the database. */
    natsUrls: given.NATS_URL ?? null,
    backup: {
      /** A directory, or an address with what is secret; null: a folder in the data directory. */
      target: given.BACKUP_TARGET ?? null,
      sshKey: given.BACKUP_SSH_KEY === undefined ? null : resolve(directory, given.BACKUP_SSH_KEY),
      sshHostKey: given.BACKUP_SSH_HOST_KEY ?? null,
      /** Null: backups are not encrypted. */
      passphrase: given.BACKUP_PASSPHRASE ?? null,
      every: given.BACKUP_TARGET ? given.BACKUP_EVERY : 'off',
      /** Of the server's time zone. */
      at: given.BACKUP_AT,
      keep: { days: given.BACKUP_KEEP_DAYS, weeks: given.BACKUP_KEEP_WEEKS, months: given.BACKUP_KEEP_MONTHS },
      /** Of how many days each moment can be restored; 0: of none. */
      walDays: given.BACKUP_WAL_DAYS,
      /** How far its process gives way to others: https://man7.org/linux/man-pages/man7/sched.7.html, "The nice value". */
      niceness: given.BACKUP_NICENESS,
      /** What a relative path begins at. */
      directory,
    },
    mqtt: {
      tls: { host: given.MQTT_HOST, port: given.MQTT_TLS_PORT },
      /** Without encryption. */
      plain: given.MQTT_PORT === null ? null : { host: given.MQTT_PLAIN_HOST, port: given.MQTT_PORT },
      /** Behind proxies that name their clients; null: no such port. */
      proxied:
        given.MQTT_PROXY_PORT === null ? null : { port: given.MQTT_PROXY_PORT, proxies: given.TRUST_PROXY ?? [] },
    },
    /** Null: no port for firmware downloads of its own. */
    ota: given.OTA_PORT === null ? null : { host: given.MQTT_HOST, port: given.OTA_PORT },
    /** Files; null: a self-signed pair is made in the data directory. */
    tls:
      given.TLS_CERT && given.TLS_KEY
        ? { cert: resolve(directory, given.TLS_CERT), key: resolve(directory, given.TLS_KEY) }
        : null,
    signup: given.SIGNUP,
    mail: given.SMTP_URL ? { url: given.SMTP_URL, from: given.MAIL_FROM } : null,
    /** Where notifications may go besides the public internet. */
    outgoingNetworks: given.OUTGOING_NETWORKS ?? [],
    billing: given.BILLING,
    /** What `BILLING=stripe` needs; null otherwise. */
    stripe: given.BILLING === 'stripe' ? stripeOf(given) : null,
    /** Shortest time between two stored messages of a board; 0 stores all. */
    storedIntervalMs: given.STORED_INTERVAL_MS,
    /** How long messages are stored raw; null: for ever. */
    rawHistoryDays: given.RAW_HISTORY_DAYS ?? null,
    /** How long rollups are stored; null: for ever. */
    rollupHistoryDays: given.ROLLUP_HISTORY_DAYS ?? null,
    logLevel: given.LOG_LEVEL,
    logTo: given.LOG_TO,
    /** Its addresses and ports are not those of the machine. */
    inContainer: given.IN_CONTAINER,
    readyJson: given.READY_JSON,
    trustProxy: given.TRUST_PROXY ?? null,
    metricsToken: given.METRICS_TOKEN ?? null,
    updateCheckUrl: given.UPDATE_CHECK_URL ?? null,
    analyticsId: given.ANALYTICS_ID ?? null,
    /** Null: maps are drawn without pictures of a server. */
    mapTiles: given.MAP_TILES_URL ? { url: given.MAP_TILES_URL, attribution: given.MAP_ATTRIBUTION ?? '' } : null,
    /** From where dashboards may show pages and pictures. */
    embedOrigins: given.EMBED_ORIGINS ?? [],
    oidc:
      given.OIDC_ISSUER && given.OIDC_CLIENT_ID && given.OIDC_CLIENT_SECRET
        ? {
            name: given.OIDC_NAME,
            issuer: given.OIDC_ISSUER,
            clientId: given.OIDC_CLIENT_ID,
            clientSecret: given.OIDC_CLIENT_SECRET,
          }
        : null,
    line:
      given.LINE_CHANNEL_ID && given.LINE_CHANNEL_SECRET
        ? { issuer: given.LINE_ISSUER, clientId: given.LINE_CHANNEL_ID, clientSecret: given.LINE_CHANNEL_SECRET }
        : null,
    /** Null: there is no bot. */
    telegram: given.TELEGRAM_BOT_TOKEN
      ? { token: given.TELEGRAM_BOT_TOKEN, apiUrl: given.TELEGRAM_API_URL.replace(/\/+$/, '') }
      : null,
    /** Null: there is no official account at LINE. */
    lineBot:
      given.LINE_BOT_CHANNEL_SECRET && given.LINE_BOT_CHANNEL_TOKEN
        ? {
            secret: given.LINE_BOT_CHANNEL_SECRET,
            token: given.LINE_BOT_CHANNEL_TOKEN,
            apiUrl: given.LINE_BOT_API_URL.replace(/\/+$/, ''),
          }
        : null,
    /** Null: the makers of Cyno, whom the pages name in the language of their reader. */
    team: given.TEAM_NAME ?? null,
    links: {
      projects: given.LINK_PROJECTS ?? null,
      documentation: given.LINK_DOCUMENTATION ?? null,
      library: given.LINK_LIBRARY ?? null,
      feedback: given.LINK_FEEDBACK ?? null,
      video: given.LINK_VIDEO ?? null,
      contact: given.LINK_CONTACT ?? null,
      social: given.LINK_SOCIAL ?? null,
      chat: given.LINK_CHAT ?? null,
      mail: given.LINK_MAIL ?? null,
    },
  };
}

function stripeOf(given: Settings) {
  return {
    secretKey: given.STRIPE_SECRET_KEY ?? '',
    webhookSecret: given.STRIPE_WEBHOOK_SECRET ?? '',
    prices: { maker: given.STRIPE_PRICE_MAKER ?? '', pro: given.STRIPE_PRICE_PRO ?? '' },
    apiUrl: given.STRIPE_API_URL,
  };
}
