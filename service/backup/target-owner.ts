import type { Database } from '#service/database/connect.ts';
import { hasRow, readRow, statement } from '#service/database/statement.ts';
import { type Claim, claimOwnership, readOwner } from '#service/files/claim-ownership.ts';
import type { Files } from '#service/files/files.ts';
import { listCompleteSets } from './sets.ts';

// A target belongs to the first database backed up to it. Otherwise, a database could delete another's sets, for
// example if a copy of the production system has the same settings.

export const claimTarget = async (db: Database, target: Files): Promise<Claim> =>
  claimOwnership(target, await readDatabaseName(db));

/** Returns true if this database created or started the newest set in a target, or if the target has no sets. */
export const hasCreatedSet = async (db: Database, newestSet: string | undefined): Promise<boolean> =>
  newestSet === undefined || hasRow(db, 'select from backup_run where set_name = $1', [newestSet]);

export const isTargetOfAnotherDatabase = async (db: Database, target: Files): Promise<boolean> =>
  (await isOwnedByAnother(db, target)) || !(await hasCreatedSet(db, (await listCompleteSets(target)).at(-1)));

export const isOwnedByAnother = async (db: Database, target: Files): Promise<boolean> => {
  const owner = await readOwner(target);
  return owner !== undefined && owner !== (await readDatabaseName(db));
};

const NAME_DATABASE = statement('name-database')`
  select system_identifier || ' ' || (select oid from pg_database where datname = current_database()) as name
  from pg_control_system() where $1`.narrow<{ name: string }>();

/** Identifies the database by PostgreSQL's own IDs, because a restore copies the table `database_identity`. */
const readDatabaseName = async (db: Database): Promise<string> =>
  (await readRow(db, NAME_DATABASE, [true])).name;
