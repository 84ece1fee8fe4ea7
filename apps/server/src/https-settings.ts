import { isIP } from 'node:net';
import { z } from 'zod';
import { isLocalHost, plainHost } from './platform/certificates/index.ts';
import { isLoopback } from './platform/loopback.ts';
import { isEverywhere } from './platform/network-address.ts';

/** A name that a public authority may vouch for, as far as its form shows. */
const publicName = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;
/** Names that only a home network knows: RFC 6762, RFC 8375, RFC 2606. */
const privateName = /(?:^|\.)(?:local|localhost|lan|home|internal|intranet|home\.arpa|invalid|onion)$/;

/** One label of a host name (RFC 1123), with room for `-2`. */
const homeName = /^[a-z0-9](?:[a-z0-9-]{0,57}[a-z0-9])?$/;

const httpsModes = ['off', 'acme', 'files', 'local'] as const;
type HttpsMode = (typeof httpsModes)[number];

/** Let's Encrypt. */
const defaultDirectory = 'https://acme-v02.api.letsencrypt.org/directory';
const text = z.string().trim();

/** An authority is requested over TLS, or anyone on the way could respond in its place. */
const directory = z
  .url({
    protocol: /^https?$/,
    error: 'must be the address of an ACME directory, such as https://acme.example.com/directory',
  })
  .refine((address) => {
    const { protocol, hostname } = URL.parse(address) ?? {};
    return protocol !== 'http:' || isLoopback(hostname ?? '');
  }, 'must begin with https://, unless the authority runs on this machine');

/** The settings of HTTPS, of which `webPort` and `redirectPort` read a port as the other settings do. */
export const httpsSettings = <Port extends z.ZodType, Optional extends z.ZodType>(ports: {
  webPort: Port;
  redirectPort: Optional;
}) => ({
  HTTPS: z
    .enum(httpsModes, 'must be off, acme, files or local')
    .optional()
    .describe(
      'Who gives the web server its certificate. `acme`: a public authority, for the name in `PUBLIC_URL`. `files`: `TLS_CERT` and `TLS_KEY`. `local`: an authority of its own for a network without a domain, whose root people install from the page `/trust`. `off`: none, as behind a proxy. Unset: `acme` when `PUBLIC_URL` is an https address of a domain with the usual port, `TRUST_PROXY` is unset and `HOST` is not this machine only; otherwise `off`.',
    ),
  HTTPS_PORT: ports.webPort
    .optional()
    .describe(
      'Port of HTTPS. Unset: 443, or 8443 where this user may not open that. `0` takes any free port. A router may forward 443 to another one.',
    ),
  HTTP_PORT: ports.redirectPort
    .optional()
    .describe(
      'Port at which an authority checks that the name leads here, and browsers are led on to HTTPS. Unset: 80, or 8080 where this user may not open that, with `HTTPS=acme`; none otherwise. `0` switches it off.',
    ),
  LOCAL_NAME: z
    .string()
    .trim()
    .toLowerCase()
    .transform((name) => name.replace(/\.local$/, ''))
    .refine((name) => homeName.test(name), 'must be a name of letters, digits and hyphens, such as cyno, or off')
    .transform((name) => (name === 'off' ? null : name))
    .prefault('cyno')
    .describe(
      'Name of this machine in its network with `HTTPS=local`: `cyno` makes it `https://cyno.local`. Another machine that has it keeps it; this one becomes `cyno-2`. `off` announces none, as in a container that multicast does not reach.',
    ),
  ACME_DIRECTORY: directory
    .default(defaultDirectory)
    .describe('Directory of the authority that `HTTPS=acme` requests certificates from. Unset: Let’s Encrypt.'),
  ACME_EMAIL: z
    .email('must be an e-mail address')
    .optional()
    .describe('Address to which that authority may write. Not all need one.'),
  ACME_EAB_KEY_ID: text
    .optional()
    .describe('Key id of an account that you have there already (external account binding), where it requires one.'),
  ACME_EAB_HMAC_KEY: text
    .regex(/^[\w-]{16,}={0,2}$/, 'must be the base64url key that the authority issued')
    .optional()
    .describe('Key that belongs to `ACME_EAB_KEY_ID`.'),
  ACME_CA: text
    .optional()
    .describe('File with root certificates (PEM) by which `ACME_DIRECTORY` is known, for an authority of your own.'),
  ACME_DNS_HOOK: text
    .optional()
    .describe(
      'Program that sets and removes a TXT record, for a server that the authority cannot reach: it is called with `set` or `remove`, the name of the record, and its value, and ends when everybody sees the record.',
    ),
});

interface GivenHttps {
  readonly HTTPS?: HttpsMode | undefined;
  readonly HTTPS_PORT?: number | undefined;
  readonly HTTP_PORT?: number | null | undefined;
  readonly LOCAL_NAME: string | null;
  readonly ACME_DIRECTORY: string;
  readonly ACME_EMAIL?: string | undefined;
  readonly ACME_EAB_KEY_ID?: string | undefined;
  readonly ACME_EAB_HMAC_KEY?: string | undefined;
  readonly ACME_CA?: string | undefined;
  readonly ACME_DNS_HOOK?: string | undefined;
  readonly PUBLIC_URL?: string | undefined;
  readonly HOST: string;
  readonly TRUST_PROXY?: unknown;
}

/** How the web server gets its certificate; `path` makes the path of a file that was named. */
export function arrangeHttps(given: GivenHttps, path: (name: string) => string) {
  const host = given.PUBLIC_URL === undefined ? null : new URL(given.PUBLIC_URL).hostname;
  const mode = given.HTTPS ?? (isMeantForAcme(given) ? 'acme' : 'off');
  const eab = given.ACME_EAB_KEY_ID && given.ACME_EAB_HMAC_KEY;
  return {
    mode,
    /** False: it follows from the other settings, so what fails must not keep an installation from its start. */
    isExplicit: given.HTTPS !== undefined,
    /** Null: the usual one; 0: any free port. */
    port: given.HTTPS_PORT ?? null,
    /** Undefined: the usual one; null: switched off; 0: any free port. */
    redirectPort: given.HTTP_PORT,
    /** The name of `PUBLIC_URL`. */
    publicHost: host,
    /** Without `.local`; null: none is announced. */
    homeName: mode === 'local' ? given.LOCAL_NAME : null,
    acme: {
      directory: given.ACME_DIRECTORY,
      email: given.ACME_EMAIL ?? null,
      binding: eab ? { kid: given.ACME_EAB_KEY_ID ?? '', hmacKey: given.ACME_EAB_HMAC_KEY ?? '' } : null,
      caPath: given.ACME_CA === undefined ? null : path(given.ACME_CA),
      dnsHook: given.ACME_DNS_HOOK === undefined ? null : path(given.ACME_DNS_HOOK),
    },
  };
}

export type HttpsConfig = ReturnType<typeof arrangeHttps>;

/** Who has a proxy set one of these as well; the certificate is the proxy's then. */
function isMeantForAcme({
  PUBLIC_URL,
  HOST,
  TRUST_PROXY,
}: Pick<GivenHttps, 'PUBLIC_URL' | 'HOST' | 'TRUST_PROXY'>): boolean {
  const url = URL.parse(PUBLIC_URL ?? '');
  return url?.protocol === 'https:' && url.port === '' && isPublic(url.hostname) && !TRUST_PROXY && !isLoopback(HOST);
}

const isPublic = (host: string): boolean => publicName.test(host) && !privateName.test(host) && isIP(host) === 0;

const isHomeHost = (host: string): boolean => isLocalHost(plainHost(host));

/** What is wrong with the settings of HTTPS together, one sentence for each mistake. */
export function mistakesOfHttps(given: NodeJS.Dict<string>): string[] {
  const mistakes: string[] = [];
  const url = URL.parse(given.PUBLIC_URL ?? '');
  if (given.HTTPS === 'acme' && (url?.protocol !== 'https:' || !publicName.test(url.hostname)))
    mistakes.push(
      'PUBLIC_URL must be set to an https address with a domain, such as https://iot.example.com, because HTTPS is acme',
    );
  if (given.HTTPS === 'files' && (given.TLS_CERT === undefined || given.TLS_KEY === undefined))
    mistakes.push('TLS_CERT and TLS_KEY must be set because HTTPS is files');
  if (given.HTTPS === 'local' && url && (url.protocol !== 'https:' || !isHomeHost(url.hostname)))
    mistakes.push(
      'PUBLIC_URL must be unset or name this machine in its own network, such as https://cyno.local or https://192.168.1.5, because HTTPS is local; a domain of the internet needs HTTPS=acme',
    );
  if (given.HTTPS === 'local' && (given.HTTP_PORT ?? '0') !== '0')
    mistakes.push('HTTP_PORT must be unset because HTTPS is local: without encryption everything stays at PORT');
  if (given.HTTPS === 'acme' && given.HTTP_PORT === '0' && given.HTTPS_PORT === '0' && !given.ACME_DNS_HOOK)
    mistakes.push('HTTP_PORT or HTTPS_PORT must be one that the authority reaches, or ACME_DNS_HOOK be set');
  if (isOtaPortTaken(given))
    mistakes.push('OTA_PORT must be unset because HTTPS of Cyno itself has the same port, which serves firmware too');
  return mistakes;
}

/** Found out before the database is touched: only the second one of both ports would fail. */
function isOtaPortTaken({ HTTPS, OTA_PORT, HTTPS_PORT = '443', ...given }: NodeJS.Dict<string>): boolean {
  const { HOST = '0.0.0.0', MQTT_HOST = '0.0.0.0', PUBLIC_URL, TRUST_PROXY } = given;
  const isOn = HTTPS === undefined ? isMeantForAcme({ PUBLIC_URL, HOST, TRUST_PROXY }) : HTTPS !== 'off';
  const isSameAddress = HOST === MQTT_HOST || isEverywhere(HOST) || isEverywhere(MQTT_HOST);
  return isOn && isSameAddress && Number(OTA_PORT) > 0 && Number(OTA_PORT) === Number(HTTPS_PORT);
}
