import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';

/** The settings as the server uses them; each comes from the environment variable that `settings` names. */
export type Config = ReturnType<typeof arrange>;

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

const flag = z
  .enum(['0', '1', 'true', 'false'], 'must be 1 or 0')
  .transform((value) => value === '1' || value === 'true');
const url = (protocol: RegExp, example: string) => z.url({ protocol, error: `must be an address such as ${example}` });
const webUrl = url(/^https?$/, 'https://example.com');
const text = z.string().trim();
const portMessage = 'must be a port number from 1 to 65535';
const number = z
  .string()
  .regex(/^\d{1,5}$/, portMessage)
  .transform(Number)
  .refine((port) => port <= 65_535, portMessage);

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`);

/** Listening on port 0 takes any free port. */
const anyPort = z.literal('auto').transform(() => 0);
const httpPort = z.union([anyPort, number], 'must be a port number from 1 to 65535, or 0 for any free port');
const tlsPort = z.union(
  [anyPort, number.refine((port) => port > 0)],
  'must be a port number from 1 to 65535, or auto for any free port',
);
const plainPort = z.union(
  [anyPort, z.literal('0').transform(() => null), number],
  'must be a port number from 1 to 65535, 0 to switch it off, or auto for any free port',
);

/** Names that are fixed already; to take them and do nothing would be worse than to refuse them. */
const notYet = (why: string) => z.never(`must be unset: ${why}`).optional();

const settings = z.object({
  HOST: text.default('0.0.0.0'),
  PORT: httpPort.default(3000),
  PUBLIC_URL: webUrl.optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgres://user:password@host:5432/cyno').optional(),
  MQTT_HOST: text.default('0.0.0.0'),
  MQTT_TLS_PORT: tlsPort.default(7458),
  MQTT_PLAIN_HOST: text.default('127.0.0.1'),
  MQTT_PORT: plainPort.default(1883),
  BROKER_URL: notYet('this version has only the embedded broker'),
  TLS_CERT: text.optional(),
  TLS_KEY: text.optional(),
  SIGNUP: z.enum(['open', 'invite', 'closed'], 'must be open, invite or closed').default('open'),
  SMTP_URL: url(/^smtps?$/, 'smtps://user:password@mail.example.com').optional(),
  MAIL_FROM: text.optional(),
  BILLING: z.enum(['off', 'manual', 'stripe'], 'must be off, manual or stripe').default('off'),
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_PRICE_MAKER: text.optional(),
  STRIPE_PRICE_PRO: text.optional(),
  STRIPE_API_URL: webUrl.default('https://api.stripe.com'),
  STORED_INTERVAL_MS: wholeNumber(0, 3_600_000).default(500),
  RAW_HISTORY_DAYS: wholeNumber(1, 36_500).optional(),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    )
    .default('info'),
  READY_JSON: flag.default(false),
  TRUST_PROXY: text.transform((list) => list.split(',').map((entry) => entry.trim())).optional(),
  METRICS_TOKEN: text.min(16, 'must have at least 16 characters').optional(),
  ANALYTICS_ID: text.regex(/^G-[A-Z0-9]{4,20}$/, 'must be a measurement id such as G-AB12CD34EF').optional(),
  TEAM_NAME: text.default('Cyno contributors'),
  LINK_PROJECTS: webUrl.optional(),
  LINK_DOCUMENTATION: webUrl.optional(),
  LINK_LIBRARY: webUrl.optional(),
  LINK_FEEDBACK: webUrl.optional(),
  LINK_VIDEO: webUrl.optional(),
  LINK_CONTACT: webUrl.optional(),
  LINK_SOCIAL: webUrl.optional(),
  LINK_CHAT: webUrl.optional(),
  LINK_MAIL: z.email('must be an e-mail address').optional(),
  OIDC_ISSUER: webUrl.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_NAME: text.max(40, 'must have at most 40 characters').default('single sign-on'),
  LINE_CHANNEL_ID: text.optional(),
  LINE_CHANNEL_SECRET: text.optional(),
  LINE_ISSUER: webUrl.default('https://access.line.me'),
});
type Settings = z.output<typeof settings>;

/** Settings that mean something only as a whole. */
const groups = [
  ['TLS_CERT', 'TLS_KEY'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['LINE_CHANNEL_ID', 'LINE_CHANNEL_SECRET'],
];
const stripeSettings = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_MAKER', 'STRIPE_PRICE_PRO'];

function mistakesOfGroups(given: NodeJS.Dict<string>): string[] {
  const ofGroups = groups.flatMap((names) => {
    const set = names.filter((name) => given[name] !== undefined);
    const missing = set.length > 0 ? names.filter((name) => given[name] === undefined) : [];
    return missing.map((name) => `${name} must be set because ${set.join(' and ')} is set`);
  });
  const ofStripe = given.BILLING === 'stripe' ? stripeSettings.filter((name) => given[name] === undefined) : [];
  return [...ofGroups, ...ofStripe.map((name) => `${name} must be set because BILLING is stripe`)];
}

/** Reads the environment and `.env` of the working directory (the environment wins); throws a ConfigError. */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env, directory = process.cwd()): Config {
  const merged = { ...readEnvFile(resolve(directory, '.env')), ...environment };
  const given = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
  const result = settings.safeParse(given);
  const invalid = result.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? [];
  const mistakes = [...invalid, ...mistakesOfGroups(given)];
  if (!result.success || mistakes.length > 0) throw new ConfigError(mistakes);
  return arrange(result.data, directory);
}

function readEnvFile(path: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new ConfigError([`.env cannot be read: ${(error as Error).message}`], { cause: error });
  }
}

function arrange(given: Settings, directory: string) {
  return {
    host: given.HOST,
    /** 0: any free port; also of `mqtt`. */
    port: given.PORT,
    publicUrl: given.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    dataDirectory: resolve(directory, given.DATA_DIR),
    /** Null: the embedded PostgreSQL. */
    databaseUrl: given.DATABASE_URL ?? null,
    mqtt: {
      tls: { host: given.MQTT_HOST, port: given.MQTT_TLS_PORT },
      /** Without encryption. */
      plain: given.MQTT_PORT === null ? null : { host: given.MQTT_PLAIN_HOST, port: given.MQTT_PORT },
    },
    /** Files; null: a self-signed pair is made in the data directory. */
    tls:
      given.TLS_CERT && given.TLS_KEY
        ? { cert: resolve(directory, given.TLS_CERT), key: resolve(directory, given.TLS_KEY) }
        : null,
    signup: given.SIGNUP,
    mail: given.SMTP_URL ? { url: given.SMTP_URL, from: given.MAIL_FROM ?? 'Cyno <no-reply@localhost>' } : null,
    billing: given.BILLING,
    /** What `BILLING=stripe` needs; null otherwise. */
    stripe: given.BILLING === 'stripe' ? stripeOf(given) : null,
    /** Shortest time between two stored messages of a board; 0 stores all. */
    storedIntervalMs: given.STORED_INTERVAL_MS,
    /** How long messages are kept as they came; null: for ever. */
    rawHistoryDays: given.RAW_HISTORY_DAYS ?? null,
    logLevel: given.LOG_LEVEL,
    readyJson: given.READY_JSON,
    trustProxy: given.TRUST_PROXY ?? null,
    metricsToken: given.METRICS_TOKEN ?? null,
    analyticsId: given.ANALYTICS_ID ?? null,
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
    team: given.TEAM_NAME,
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
