import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { claimPlace, readOwner } from '#service/files/claim-place.ts';
import type { Files } from '#service/files/files.ts';

/* A target belongs to the first database that is backed up to it. Otherwise one database would delete the sets of another,
 * as a copy of the production system does that has the same settings. */

/** Whether the target belongs to this database. One that belongs to no database becomes its own. */
export const claimTarget = async (db: Database, target: Files): Promise<boolean> =>
  claimPlace(target, await nameOf(db));

/** Whether backups of this database to the target would be refused. */
export const belongsToAnother = async (db: Database, target: Files): Promise<boolean> => {
  const owner = await readOwner(target);
  return owner !== undefined && owner !== (await nameOf(db));
};

/** Read from the server and not from `database_identity`, which a restore copies and only a start updates. */
const nameOf = async (db: Database): Promise<string> => {
  const [database] = await run<{ name: string }>(
    db,
    `select system_identifier || ' ' || (select oid from pg_database where datname = current_database()) as name
     from pg_control_system() where $1`,
    [true],
  );
  return database!.name;
};
