import { SOCKET_PORT } from './postgres-folder.ts';
import type { PostgresAddress } from './postgres-readiness.ts';

/** Command line options override postgresql.conf, so releases can change them. */
export const formatPostgresSettings = (address: PostgresAddress, maxConnections: number): string[] => {
  const isSocket = 'path' in address;
  const settings: Record<string, string | number> = {
    port: isSocket ? SOCKET_PORT : address.port,
    listen_addresses: isSocket ? '' : address.host,
    // Relative to PostgreSQL's working directory, the cluster: keeps the path short for any DATA_DIR.
    unix_socket_directories: isSocket ? '.' : '',
    unix_socket_permissions: '0700',
    max_connections: maxConnections,

    // Acknowledged writes must be on disk.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',

    // An abandoned transaction must not block rows or vacuum.
    idle_in_transaction_session_timeout: '10s',

    shared_buffers: '256MB',
    // Also bounds the log to replay after a crash.
    max_wal_size: '1GB',
    // Feed readers skip rows numbered since the last vacuum. After a minute of 1,400 writes per second, this costs
    // 0.3 ms per poll.
    autovacuum_naptime: '10s',
    timezone: 'UTC',

    // Omit details and statements, which would put personal data into the log.
    log_timezone: 'UTC',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    lc_messages: 'C',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};
