import { SOCKET_PORT } from './postgres-folder.ts';
import type { PostgresAddress } from './postgres-greeting.ts';

/** PostgreSQL's command line. These settings win over the cluster's postgresql.conf, so a release can change them. */
export const postgresSettings = (address: PostgresAddress, maxConnections: number): string[] => {
  const onSocket = 'path' in address;
  const settings: Record<string, string | number> = {
    port: onSocket ? SOCKET_PORT : address.port,
    listen_addresses: onSocket ? '' : address.host,
    // Its working directory is the cluster: so the path is short, whatever DATA_DIR is.
    unix_socket_directories: onSocket ? '.' : '',
    unix_socket_permissions: '0700',
    max_connections: maxConnections,

    // What was answered is on the disk (reliability, promise 1).
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',

    // A forgotten transaction must not hold rows and the clean-up of old ones.
    idle_in_transaction_session_timeout: '10s',

    shared_buffers: '256MB',
    // Also bounds the log that is replayed after a crash.
    max_wal_size: '1GB',
    // Every reader steps over the pending changes that were numbered since the last clean-up: after a minute of
    // 1,400 writes a second that costs it 0.3 ms a poll.
    autovacuum_naptime: '10s',
    timezone: 'UTC',

    // Without details and statements, which would put people's data into the log.
    log_timezone: 'UTC',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    lc_messages: 'C',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};
