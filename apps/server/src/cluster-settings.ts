import { z } from 'zod';

const text = z.string().trim();

/** Of the servers of one NATS, which share users. */
const natsUrls = text
  .transform((list) => list.split(',').map((entry) => entry.trim()))
  .refine(
    (list) => list.every(isNatsUrl),
    'must be addresses such as nats://user:password@10.0.0.7:4222,nats://user:password@10.0.0.8:4222',
  )
  .transform((list) => list.map((entry) => new URL(entry)));

function isNatsUrl(entry: string): boolean {
  const { protocol = '', hostname = '', pathname = '', search, hash } = URL.parse(entry) ?? {};
  return /^(?:nats|tls):$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname) && !search && !hash;
}

/** The settings of several servers that share a database, and of a database that has a replica. */
export const clusterSettings = {
  DATABASE_REPLICA_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be an address such as postgres://user:password@replica:5432/cyno',
    })
    .optional()
    .describe(
      'A PostgreSQL that follows the one of `DATABASE_URL` by streaming replication, such as `postgres://user:password@replica:5432/cyno`. History is read there, unless it lacks something that is stored already. Unset: everything is read from `DATABASE_URL`.',
    ),
  SERVER_NAME: text
    .regex(/^[a-z0-9][a-z0-9-]{0,19}$/, 'must be 1 to 20 letters, digits or hyphens, such as barn-1')
    .optional()
    .describe(
      'Name of this server among several that share `DATABASE_URL`, such as `barn-1`: one serves, the others are on standby, and one of them takes over when it ends. Unset: this server is the only one.',
    ),
  NATS_URL: natsUrls
    .optional()
    .describe(
      'NATS between the servers that share `DATABASE_URL`, such as `nats://user:password@10.0.0.7:4222`; several with commas. With it, a server on standby takes boards and pages too, and brings them to the one that serves. Unset: it only waits.',
    ),
};

/** The embedded database is on one machine, and without a name there is one server. */
export function mistakesOfServers({
  SERVER_NAME: name,
  DATABASE_URL: database,
  DATABASE_REPLICA_URL: replica,
  NATS_URL: nats,
}: NodeJS.Dict<string>): string[] {
  return [
    ...(replica !== undefined && database === undefined
      ? ['DATABASE_URL must be set because DATABASE_REPLICA_URL is set']
      : []),
    ...(name !== undefined && database === undefined ? ['DATABASE_URL must be set because SERVER_NAME is set'] : []),
    ...(nats !== undefined && name === undefined ? ['SERVER_NAME must be set because NATS_URL is set'] : []),
  ];
}
