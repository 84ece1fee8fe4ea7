/** How the embedded server runs: as a small, durable neighbour of the Node process rather than on a machine of its own. */
const settings: Record<string, string> = {
  synchronous_commit: 'on',
  // The password has 192 random bits: making guesses slow would only make connections slow.
  scram_iterations: '1',
  shared_buffers: '64MB',
  max_connections: '40',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // Flash has no arm to move; taken for a disk, whole tables would be read instead of an index.
  random_page_cost: '1.1',
  max_wal_size: '2GB',
  wal_compression: 'on',
  // Backups read the database as a standby would: platform/backup.
  wal_level: 'replica',
  max_wal_senders: '3',
  max_replication_slots: '3',
  // A backup that takes so long that this much is written meanwhile ends, so that the disk is not filled.
  max_slot_wal_keep_size: '4GB',
  max_logical_replication_workers: '0',
  jit: 'off',
  huge_pages: 'off',
  autovacuum: 'on',
  autovacuum_max_workers: '2',
  io_workers: '1',
  // Messages are read by the supervisor, which looks for one of them.
  lc_messages: 'C',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '',
  log_checkpoints: 'off',
  log_min_messages: 'warning',
  timezone: 'UTC',
};

/** Command-line arguments of `postgres` for its settings, extended by where it listens. */
export function settingArguments(listen: Record<string, string>): string[] {
  return Object.entries({ ...settings, ...listen }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
