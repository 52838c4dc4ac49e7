/*
 * Where a table is stored when the database is distributed over several machines (Citus). Each table with a tenant_id
 * column is split by tenant, so that all rows of a tenant are on one machine. The other tables are listed here.
 */

/** Tables with a full copy on every machine: small, rarely written, and read for all tenants. */
export const REFERENCE_TABLES: readonly string[] = ['tenant', 'api_client', 'database_identity'];

/** Tables that stay on the coordinator, with the reason. */
export const LOCAL_TABLES: Readonly<Record<string, string>> = {
  backup_run: 'backups are recorded for the whole database',
  distribution_step: 'the steps run on the coordinator',
  schema_migration: 'migrations run on the coordinator, which applies them to the other machines',
  sign_in_origin: 'failed sign-ins are counted before the tenant is known',
  sign_in_throttle: 'failed sign-ins are counted before the tenant is known',
  upload_housekeeping: 'one process at a time cleans up the uploads of all tenants',
};

/** Its shards determine those of all other tenant tables. Has one row for each tenant. */
export const FIRST_DISTRIBUTED_TABLE = 'feed_counter';
