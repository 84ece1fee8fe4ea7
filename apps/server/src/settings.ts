import { isIP } from 'node:net';
import { z } from 'zod';
import { clusterSettings, mistakesOfServers } from './cluster-settings.ts';
import { httpsSettings, mistakesOfHttps } from './https-settings.ts';
import { mistakeOf } from './platform/backup/targets/address.ts';
import { isLoopback } from './platform/loopback.ts';

const flag = z
  .enum(['0', '1', 'true', 'false'], 'must be 1 or 0')
  .transform((value) => value === '1' || value === 'true');
const url = (protocol: RegExp, example: string) => z.url({ protocol, error: `must be an address such as ${example}` });
const webUrl = url(/^https?$/, 'https://example.com');
/** Where a host has other pages too, Cyno is below a path; its first part is none that addresses of Cyno begin with. */
const ownAddresses =
  /^\/(?:admin|alerts|api|assets|auth|bill|code|dashboard|device|docs|healthz|icons|kiosk|layout|line-oauth-callback|message|metrics|pass|profile|readyz|scenes|trust|view)(?:\/|$)/i;
const publicUrl = webUrl
  .refine((address) => {
    const { pathname = '', search, hash, username, password } = URL.parse(address) ?? {};
    return /^(?:\/[\w.~-]+)*\/*$/.test(pathname) && !search && !hash && !username && !password;
  }, 'must be a host, and a path of plain letters and digits if Cyno is below one, such as https://iot.example.com or https://example.com/cyno')
  .refine(
    (address) => !ownAddresses.test(URL.parse(address)?.pathname ?? ''),
    'must have a path that no page of Cyno begins with, such as https://example.com/cyno',
  );
const rootUrl = webUrl.refine((address) => {
  const { pathname, search, hash, username, password } = URL.parse(address) ?? {};
  return /^\/*$/.test(pathname ?? '') && !search && !hash && !username && !password;
}, 'must be a host without a path, such as https://example.com');
/** The three parts are put in by the browser; in the host they would name many hosts. */
const tilesUrl = webUrl.refine((address) => {
  const path = decodeURI(URL.parse(address)?.pathname ?? '') + decodeURI(URL.parse(address)?.search ?? '');
  return ['{z}', '{x}', '{y}'].every((part) => path.includes(part));
}, 'must hold {z}, {x} and {y} behind its host, such as https://tiles.example.com/{z}/{x}/{y}.png');
/** An address without a path, which is what a page's policy can name. */
const isOrigin = (address: string) =>
  /^https?:\/\/[^*]+$/.test(address) && URL.parse(address)?.origin === address.toLowerCase();
/** Anyone who can change the responses of a provider on the way can be anybody. */
const issuer = webUrl.refine((address) => {
  const { protocol, hostname } = URL.parse(address) ?? {};
  return protocol !== 'http:' || isLoopback(hostname ?? '');
}, 'must begin with https://, unless the provider runs on this machine');
const text = z.string().trim();
/** An address, or one in brackets behind a name. */
const sender = /^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/;
const portMessage = 'must be a port number from 1 to 65535';
const number = z
  .string()
  .regex(/^\d{1,5}$/, portMessage)
  .transform(Number)
  .refine((port) => port <= 65_535, portMessage);

const wholeNumber = (least: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${least} to ${max}`)
    .transform(Number)
    .refine((value) => value >= least && value <= max, `must be a whole number from ${least} to ${max}`);

/** An address, or a network such as 10.0.0.0/8. */
function isNetwork(entry: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const version = isIP(address);
  return version !== 0 && (bits === undefined || Number(bits) <= (version === 4 ? 32 : 128));
}

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

/**
 * Every setting with the sentence that the documentation shows for it, in the documentation's groups. The sentences are
 * Markdown.
 */
export const settingGroups = {
  'Web server': z.object({
    HOST: text
      .default('0.0.0.0')
      .describe('Address on which the web server listens; `127.0.0.1` behind a proxy on the same machine.'),
    PORT: httpPort.default(3000).describe('Port of the web server; `0` takes any free port.'),
    PUBLIC_URL: publicUrl
      .optional()
      .describe(
        'Address that people type, such as `https://iot.example.com`, or `https://example.com/cyno` behind a proxy that passes that path on. Links in mails, logins with other services, passkeys and the live connection need it. With https, and neither `TRUST_PROXY` nor `HTTPS` set, Cyno gets a certificate for it.',
      ),
    TRUST_PROXY: text
      .transform((list) => list.split(',').map((entry) => entry.trim()))
      .refine((list) => list.every(isNetwork), 'must be addresses or networks such as 127.0.0.1,10.0.0.0/8')
      .optional()
      .describe(
        'Addresses or networks of proxies, separated by commas, whose `X-Forwarded-For` is believed; without it every visitor seems to come from the proxy.',
      ),
  }),
  HTTPS: z.object(httpsSettings({ webPort: httpPort, redirectPort: plainPort })),
  'Data and history': z.object({
    DATA_DIR: text.default('./data').describe('Folder with everything that this installation keeps. Back it up.'),
    DATABASE_URL: url(/^postgres(ql)?$/, 'postgres://user:password@host:5432/cyno')
      .optional()
      .describe(
        'A PostgreSQL of your own instead of the embedded one, such as `postgres://user:password@host:5432/cyno`.',
      ),
    ...clusterSettings,
    STORED_INTERVAL_MS: wholeNumber(0, 3_600_000)
      .default(500)
      .describe(
        'Shortest time between two stored messages of a board, in milliseconds; `0` stores all. Live values are not slowed down.',
      ),
    RAW_HISTORY_DAYS: wholeNumber(1, 36_500)
      .optional()
      .describe(
        'How many days messages are stored as they came. Unset: for ever. Rollups are stored longer in any case.',
      ),
    ROLLUP_HISTORY_DAYS: wholeNumber(1, 36_500)
      .optional()
      .describe(
        'How many days rollups are stored, which charts of long ranges are drawn from; at least `RAW_HISTORY_DAYS`, which must be set as well. Unset: for ever.',
      ),
  }),
  Backups: z.object({
    BACKUP_TARGET: text
      .superRefine((address, context) => {
        const mistake = mistakeOf(address);
        if (mistake !== undefined) context.addIssue({ code: 'custom', message: mistake });
      })
      .optional()
      .describe(
        'Where backups go: a directory, better one on another disk, or an address such as `s3://KEY:SECRET@s3.example.com/bucket`, `sftp://user@nas/backups` or `webdavs://user:password@cloud.example.com/dav`. Unset: `backups` in the data folder, and none is made by itself.',
      ),
    BACKUP_WAL_DAYS: wholeNumber(0, 30)
      .default(0)
      .describe(
        'Of how many days each moment can be restored (`restore --at …`); `0`: only backups. Of the embedded database; takes up to 10 GB in the data folder.',
      ),
    BACKUP_NICENESS: wholeNumber(0, 19)
      .default(15)
      .describe(
        'How far a backup gives way to everything else on the machine: `19` the most, `0` not at all. Less where the machine is never idle and backups take too long.',
      ),
    BACKUP_SSH_KEY: text
      .optional()
      .describe('File of a private key without a passphrase, for a target that begins with `sftp://`.'),
    BACKUP_SSH_HOST_KEY: text
      .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'must be a fingerprint such as SHA256:…, as ssh-keygen -l shows it')
      .optional()
      .describe('Fingerprint of the key of that SFTP server, as `ssh-keygen -l` shows it. The first try names it.'),
    BACKUP_PASSPHRASE: text
      .min(8, 'must have at least 8 characters')
      .optional()
      .describe('Encrypts backups, at least 8 characters. Keep it elsewhere too: without it nobody can restore them.'),
    BACKUP_EVERY: z
      .enum(['day', 'week', 'off'], 'must be day, week or off')
      .default('day')
      .describe('How often a backup is made by itself when `BACKUP_TARGET` is set; weekly on Sundays.'),
    BACKUP_AT: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 02:30')
      .default('02:30')
      .describe('When it is made, in the time zone of the server.'),
    BACKUP_KEEP_DAYS: wholeNumber(1, 1_000).default(7).describe('Of how many days the newest backup is kept.'),
    BACKUP_KEEP_WEEKS: wholeNumber(0, 1_000).default(4).describe('Of how many weeks the newest backup is kept.'),
    BACKUP_KEEP_MONTHS: wholeNumber(0, 1_000).default(6).describe('Of how many months the newest backup is kept.'),
  }),
  'Boards (MQTT)': z.object({
    MQTT_HOST: text.default('0.0.0.0').describe('Address on which the encrypted MQTT port listens.'),
    MQTT_TLS_PORT: tlsPort
      .default(7458)
      .describe('Encrypted MQTT port; the Arduino library knows only the default. `auto` takes any free port.'),
    MQTT_PLAIN_HOST: text
      .default('127.0.0.1')
      .describe('Address on which the MQTT port without encryption listens: this machine only, unless set.'),
    MQTT_PORT: plainPort
      .default(1883)
      .describe('MQTT port without encryption; `0` switches it off, `auto` takes any free port.'),
    MQTT_PROXY_PORT: plainPort
      .default(null)
      .describe(
        'Encrypted MQTT port for TCP proxies and load balancers, which begin each connection with a header of the PROXY protocol (version 1 or 2), so that boards keep their own addresses. Only those of `TRUST_PROXY` may connect. `0` switches it off, `auto` takes any free port. It listens at `MQTT_HOST`.',
      ),
    OTA_PORT: plainPort
      .default(null)
      .describe(
        'Port for boards that fetch firmware over the air by https: the Arduino library requests it from `cynoiot.com` at 443 only, so that name must lead to this server in the network of the boards. `0` switches it off, `auto` takes any free port. It listens at `MQTT_HOST` with the certificate of the encrypted MQTT port.',
      ),
    TLS_CERT: text
      .optional()
      .describe(
        'File with the certificate chain (PEM) of the encrypted MQTT port, and of HTTPS with `HTTPS=files`. It is read again when it changes. Unset: a self-signed pair is made in the data folder, which boards accept.',
      ),
    TLS_KEY: text.optional().describe('File with the private key (PEM) that belongs to `TLS_CERT`.'),
  }),
  'Accounts and mail': z.object({
    SIGNUP: z
      .enum(['open', 'invite', 'closed'], 'must be open, invite or closed')
      .default('open')
      .describe(
        'Who may make an account: everybody, who has an invitation, or nobody. The set-up link always makes the first account.',
      ),
    SMTP_URL: url(/^smtps?$/, 'smtps://user:password@mail.example.com')
      .optional()
      .describe(
        'Mail server, such as `smtps://user:password@mail.example.com`. When it is set, new accounts confirm their e-mail address. Unset: mails are written to `outbox/` in the data folder.',
      ),
    MAIL_FROM: text
      .regex(sender, 'must be an e-mail address, alone or as in Cyno <cyno@example.com>')
      .default('Cyno <no-reply@localhost>')
      .describe('Sender of mails, such as `Cyno <cyno@example.com>`.'),
    OUTGOING_NETWORKS: text
      .transform((list) => list.split(',').map((entry) => entry.trim()))
      .refine((list) => list.every(isNetwork), 'must be addresses or networks such as 192.168.1.0/24,127.0.0.1')
      .optional()
      .describe(
        'Addresses or networks, separated by commas, to which notifications may go besides the public internet, such as `192.168.1.0/24` for a Home Assistant nearby. Everybody with an account can make this server send requests there. Unset: none.',
      ),
  }),
  'Login with other services': z.object({
    OIDC_ISSUER: issuer
      .optional()
      .describe('Issuer address of an OpenID Connect provider, such as `https://id.example.com`.'),
    OIDC_CLIENT_ID: text.optional().describe('Client id that the provider gave out for this installation.'),
    OIDC_CLIENT_SECRET: text.optional().describe('Client secret that belongs to `OIDC_CLIENT_ID`.'),
    OIDC_NAME: text
      .max(40, 'must have at most 40 characters')
      .default('single sign-on')
      .describe('What the button shows after “Continue with”.'),
    LINE_CHANNEL_ID: text.optional().describe('Channel id of a LINE Login channel.'),
    LINE_CHANNEL_SECRET: text.optional().describe('Channel secret that belongs to `LINE_CHANNEL_ID`.'),
    LINE_ISSUER: issuer
      .default('https://access.line.me')
      .describe('Issuer of LINE Login; only tests need another one.'),
  }),
  Chats: z.object({
    TELEGRAM_BOT_TOKEN: text
      .regex(
        /^\d{3,20}:[\w-]{20,80}$/,
        'must be a token as BotFather gives it out, such as 110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw',
      )
      .optional()
      .describe(
        'Token of a Telegram bot, from BotFather. People then get notifications in Telegram and can request values and switch outputs there. Unset: no Telegram.',
      ),
    TELEGRAM_API_URL: rootUrl
      .default('https://api.telegram.org')
      .describe('Address of the Bot API; only a Bot API server of your own, and tests, need another one.'),
    LINE_BOT_CHANNEL_SECRET: text
      .regex(
        /^[0-9a-f]{32}$/,
        'must be the 32 characters of a channel secret, such as 9f2c41d07be5836a4f90c1de27b85a63',
      )
      .optional()
      .describe(
        'Channel secret of a Messaging API channel of LINE. People then get notifications in LINE and can request values and switch outputs there. Unset: no LINE. `LINE_CHANNEL_SECRET` is that of another channel, with which people log in.',
      ),
    LINE_BOT_CHANNEL_TOKEN: text
      .regex(/^[\w+/=.-]{20,1000}$/, 'must be a channel access token as LINE issues it')
      .optional()
      .describe('Long-lived channel access token that belongs to `LINE_BOT_CHANNEL_SECRET`.'),
    LINE_BOT_API_URL: rootUrl
      .default('https://api.line.me')
      .describe('Address of the Messaging API; only tests need another one.'),
  }),
  'Plans and payment': z.object({
    BILLING: z
      .enum(['off', 'manual', 'stripe'], 'must be off, manual or stripe')
      .default('off')
      .describe('`off`: no plans. `manual`: administrators give plans. `stripe`: people buy them.'),
    STRIPE_SECRET_KEY: text.optional().describe('Secret key of your Stripe account. `BILLING=stripe` needs it.'),
    STRIPE_WEBHOOK_SECRET: text
      .optional()
      .describe(
        'Signing secret of the webhook that Stripe calls at `/api/plan/stripe-webhook`. `BILLING=stripe` needs it.',
      ),
    STRIPE_PRICE_MAKER: text
      .optional()
      .describe('Id of the monthly price of the plan Maker. `BILLING=stripe` needs it.'),
    STRIPE_PRICE_PRO: text.optional().describe('Id of the monthly price of the plan Pro. `BILLING=stripe` needs it.'),
    STRIPE_API_URL: webUrl
      .default('https://api.stripe.com')
      .describe('Address of the Stripe API; only tests need another one.'),
  }),
  Operation: z.object({
    LOG_LEVEL: z
      .enum(
        ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
        'must be trace, debug, info, warn, error, fatal or silent',
      )
      .default('info')
      .describe('Least severe lines that are logged.'),
    LOG_TO: z
      .enum(['both', 'files', 'stdout'], 'must be both, files or stdout')
      .default('both')
      .describe(
        'Where the log goes: to `files` in the data folder, which administrators read in the app, to standard output (`stdout`, JSON lines, for containers), or to `both`.',
      ),
    METRICS_TOKEN: text
      .min(16, 'must have at least 16 characters')
      .optional()
      .describe(
        'Bearer token, at least 16 characters, with which `/metrics` can be read from another machine. Unset: this machine only.',
      ),
    UPDATE_CHECK_URL: webUrl
      .optional()
      .describe(
        'Address that names the newest version as GitHub does, such as `https://api.github.com/repos/OWNER/NAME/releases/latest`. The System page then shows when there is a newer one; it is requested while an administrator looks at that page, at most once a day. Unset: nobody is called.',
      ),
    IN_CONTAINER: flag
      .default(false)
      .describe('`1` in a container, as the image sets it; `0` where that has the network of the machine.'),
    READY_JSON: flag
      .default(false)
      .describe('`1`: when the server is ready, it prints one line of JSON instead of sentences.'),
  }),
  'Appearance and analytics': z.object({
    TEAM_NAME: text
      .optional()
      .describe("Name in the credit line of the footer. Unset: _Cyno contributors_, in each reader's language."),
    ANALYTICS_ID: text
      .regex(/^G-[A-Z0-9]{4,20}$/, 'must be a measurement id such as G-AB12CD34EF')
      .optional()
      .describe(
        'Google Analytics measurement id, such as `G-AB12CD34EF`. Unset: nothing is loaded and nothing is sent.',
      ),
    MAP_TILES_URL: tilesUrl
      .optional()
      .describe(
        'Address of map pictures, such as `https://tiles.example.com/{z}/{x}/{y}.png`. Browsers then load them from there, and tell that server which part of the earth they show. Unset: outlines of countries are drawn, and nothing is loaded from elsewhere.',
      ),
    MAP_ATTRIBUTION: text
      .max(200, 'must have at most 200 characters')
      .optional()
      .describe('Whom the map pictures are from, as their licence requires; shown on every map.'),
    EMBED_ORIGINS: text
      .transform((list) => list.split(',').map((entry) => entry.trim().replace(/\/$/, '')))
      .refine((list) => list.every(isOrigin), 'must be origins such as https://grafana.example.com,http://192.168.1.20')
      .transform((list) => list.map((entry) => entry.toLowerCase()))
      .optional()
      .describe(
        'Origins, separated by commas, from which dashboards may show web pages, pictures and cameras, such as `https://grafana.example.com,http://192.168.1.20`. Unset: browsers load nothing from elsewhere.',
      ),
    LINK_PROJECTS: webUrl
      .optional()
      .describe(
        'Link to your projects page, in the Support menu like all that follow. A link that is not set is not shown.',
      ),
    LINK_DOCUMENTATION: webUrl
      .optional()
      .describe('Documentation of your own; unset: the entry leads to this documentation.'),
    LINK_LIBRARY: webUrl.optional().describe('Source code of the Arduino library.'),
    LINK_FEEDBACK: webUrl.optional().describe('Feedback form.'),
    LINK_VIDEO: webUrl.optional().describe('Video channel.'),
    LINK_CONTACT: webUrl.optional().describe('Contact page.'),
    LINK_SOCIAL: webUrl.optional().describe('Page in a social network.'),
    LINK_CHAT: webUrl.optional().describe('Chat app.'),
    LINK_MAIL: z.email('must be an e-mail address').optional().describe('E-mail address for questions.'),
  }),
};

/** The environment's settings as they are given, each validated. */
export const settings = z.object({
  ...settingGroups['Web server'].shape,
  ...settingGroups.HTTPS.shape,
  ...settingGroups['Data and history'].shape,
  ...settingGroups.Backups.shape,
  ...settingGroups['Boards (MQTT)'].shape,
  ...settingGroups['Accounts and mail'].shape,
  ...settingGroups['Login with other services'].shape,
  ...settingGroups.Chats.shape,
  ...settingGroups['Plans and payment'].shape,
  ...settingGroups.Operation.shape,
  ...settingGroups['Appearance and analytics'].shape,
});
export type Settings = z.output<typeof settings>;

/** Settings that mean something only as a whole. */
const groups = [
  ['TLS_CERT', 'TLS_KEY'],
  ['ACME_EAB_KEY_ID', 'ACME_EAB_HMAC_KEY'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['LINE_CHANNEL_ID', 'LINE_CHANNEL_SECRET'],
  ['LINE_BOT_CHANNEL_SECRET', 'LINE_BOT_CHANNEL_TOKEN'],
];
const stripeSettings = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_MAKER', 'STRIPE_PRICE_PRO'];

/** What is wrong with settings that are each right by themselves, one sentence for each mistake. */
export function mistakesOfGroups(given: NodeJS.Dict<string>): string[] {
  const ofGroups = groups.flatMap((names) => {
    const set = names.filter((name) => given[name] !== undefined);
    const missing = set.length > 0 ? names.filter((name) => given[name] === undefined) : [];
    return missing.map((name) => `${name} must be set because ${set.join(' and ')} is set`);
  });
  const ofStripe = given.BILLING === 'stripe' ? stripeSettings.filter((name) => given[name] === undefined) : [];
  return [
    ...ofGroups,
    ...mistakesOfHttps(given),
    ...mistakesOfHistory(given),
    ...mistakesOfProxies(given),
    ...mistakesOfServers(given),
    ...ofStripe.map((name) => `${name} must be set because BILLING is stripe`),
  ];
}

/** Without them nobody could connect to that port. */
function mistakesOfProxies({ MQTT_PROXY_PORT: port = '0', TRUST_PROXY: proxies }: NodeJS.Dict<string>): string[] {
  return port === '0' || proxies !== undefined ? [] : ['TRUST_PROXY must be set because MQTT_PROXY_PORT is set'];
}

/** Messages without their rollups would make charts slow. */
function mistakesOfHistory({ RAW_HISTORY_DAYS: raw, ROLLUP_HISTORY_DAYS: rollups }: NodeJS.Dict<string>): string[] {
  if (rollups === undefined) return [];
  if (raw === undefined) return ['RAW_HISTORY_DAYS must be set because ROLLUP_HISTORY_DAYS is set'];
  return Number(rollups) < Number(raw) ? ['ROLLUP_HISTORY_DAYS must be at least RAW_HISTORY_DAYS'] : [];
}
