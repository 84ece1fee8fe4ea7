import type { CertificateName, QueueName, StoredKind } from '@cyno/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { i18n } from '../../../lib/language/i18n.ts';

const queues: Record<QueueName, MessageDescriptor> = {
  messages: msg`Messages to store`,
  spool_bytes: msg`Messages on the disk`,
  mails: msg`Mails to send`,
  password_hashes: msg`Passwords to check`,
  database_connections: msg`Database connections in use`,
};

const kinds: Record<StoredKind, MessageDescriptor> = {
  telemetry: msg`History of devices`,
  database_rest: msg`Rest of the database`,
  wal: msg`Write-ahead log of the database`,
  spool: msg`Messages that wait`,
  reports: msg`Reports that wait`,
  logs: msg`Logs`,
  exports: msg`Exports`,
  outbox: msg`Mails that were not sent`,
  backups: msg`Backups`,
  rest: msg`Other files`,
};

const certificates: Record<CertificateName, MessageDescriptor> = {
  mqtt: msg`Encrypted MQTT port`,
  web: msg`Web server`,
  root: msg`Root of the home network`,
};

const labelIn = <Name extends string>(labels: Record<Name, MessageDescriptor>, name: Name): string =>
  name in labels ? i18n._(labels[name]) : name;

/** The names of what the server measures; of a newer server the name that it gives. */
export const queueLabel = (name: QueueName): string => labelIn(queues, name);
export const kindLabel = (kind: StoredKind): string => labelIn(kinds, kind);
export const certificateLabel = (name: CertificateName): string => labelIn(certificates, name);
