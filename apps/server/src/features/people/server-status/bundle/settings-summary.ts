import type { Config } from '../../../../config.ts';

const isSet = (value: unknown): 'set' | 'not set' =>
  value === null || (Array.isArray(value) && value.length === 0) ? 'not set' : 'set';

/** The settings for the support bundle: values that identify nobody, and of all others whether they are set. */
export function settingsSummary(config: Config): Record<string, unknown> {
  const { mqtt, billing, signup, storedIntervalMs, rawHistoryDays, rollupHistoryDays, logLevel, logTo, readyJson } =
    config;
  const { target, passphrase, every } = config.backup;
  const { publicUrl, databaseUrl, tls, mail, outgoingNetworks, trustProxy, metricsToken, oidc, line } = config;
  return {
    port: config.port,
    mqtt: { tlsPort: mqtt.tls.port, plainPort: mqtt.plain?.port ?? 'off' },
    otaPort: config.ota?.port ?? 'off',
    database: databaseUrl === null ? 'embedded' : 'own',
    databaseReplica: isSet(config.databaseReplicaUrl),
    ...{ signup, billing, storedIntervalMs, rawHistoryDays, rollupHistoryDays, logLevel, logTo, readyJson },
    backup: { target: backupKind(target), every, encrypted: passphrase !== null },
    publicUrl: isSet(publicUrl),
    tlsFiles: isSet(tls),
    mail: isSet(mail),
    outgoingNetworks: isSet(outgoingNetworks),
    trustProxy: isSet(trustProxy),
    metricsToken: isSet(metricsToken),
    updateCheck: isSet(config.updateCheckUrl),
    embedOrigins: isSet(config.embedOrigins),
    mapTiles: isSet(config.mapTiles),
    analytics: isSet(config.analyticsId),
    oidc: isSet(oidc),
    lineLogin: isSet(line),
    lineBot: isSet(config.lineBot),
    telegram: isSet(config.telegram),
    unusedSettings: config.unusedSettings.length,
  };
}

/** Not where it is, which names people and machines. */
const backupKind = (target: string | null): string =>
  target === null ? 'not set' : (/^([a-z0-9+]+):\/\//i.exec(target)?.[1] ?? 'directory');

/** What must not be in a bundle. */
export const secretSettings = ({
  publicUrl,
  databaseUrl,
  databaseReplicaUrl,
  natsUrls,
  mail,
  metricsToken,
  stripe,
  oidc,
  line,
  lineBot,
  telegram,
  analyticsId,
  backup,
}: Config): unknown => [
  publicUrl,
  databaseUrl,
  databaseReplicaUrl,
  ...(natsUrls ?? []).map(String),
  mail,
  metricsToken,
  stripe?.secretKey,
  stripe?.webhookSecret,
  oidc?.issuer,
  oidc?.clientId,
  oidc?.clientSecret,
  line?.clientId,
  line?.clientSecret,
  lineBot?.secret,
  lineBot?.token,
  telegram?.token,
  analyticsId,
  backup.target,
  backup.passphrase,
];
