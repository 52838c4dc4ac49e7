import { SOCKET_PORT } from './postgres-folder.ts';
import type { PostgresAddress } from './postgres-readiness.ts';

/** PostgreSQL's command line options. They override the cluster's postgresql.conf, so a release can change them. */
export const postgresSettings = (address: PostgresAddress, maxConnections: number): string[] => {
  const onSocket = 'path' in address;
  const settings: Record<string, string | number> = {
    port: onSocket ? SOCKET_PORT : address.port,
    listen_addresses: onSocket ? '' : address.host,
    // PostgreSQL's working directory is the cluster, so this path is short for any DATA_DIR.
    unix_socket_directories: onSocket ? '.' : '',
    unix_socket_permissions: '0700',
    max_connections: maxConnections,

    // Acknowledged writes are on disk (reliability, promise 1).
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',

    // A forgotten transaction must not block rows or the cleanup of old ones.
    idle_in_transaction_session_timeout: '10s',

    shared_buffers: '256MB',
    // Also limits the log that is replayed after a crash.
    max_wal_size: '1GB',
    // Every reader skips the pending changes numbered since the last cleanup: after a minute with 1,400 writes per
    // second that costs 0.3 ms per poll.
    autovacuum_naptime: '10s',
    timezone: 'UTC',

    // Without details and statements, which would write personal data to the log.
    log_timezone: 'UTC',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    lc_messages: 'C',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};
