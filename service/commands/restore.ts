import type { Manifest } from '#service/backup/manifest.ts';
import { type Restored, RestoreRefused, restoreSet } from '#service/backup/restore-set.ts';
import { openKey } from '#service/backup/sealed-key.ts';
import { findSet, readManifest } from '#service/backup/sets.ts';
import { belongsToAnother } from '#service/backup/target-owner.ts';
import type { Config } from '#service/config.ts';
import { openBulkConnection } from '#service/database/bulk-connection.ts';
import type { Database } from '#service/database/connect.ts';
import { OWNER_FILE } from '#service/files/claim-place.ts';
import { FilesUnavailable } from '#service/files/files.ts';
import { openFiles } from '#service/files/open-files.ts';
import { describePlace } from '#service/files-place.ts';
import { showProgress } from '#service/provisioning/progress.ts';
import { listUndecryptableSecrets } from '#service/sign-in/providers/undecryptable-secrets.ts';
import { createSeal } from '#service/sign-in/seal.ts';
import { ArgumentError } from './argument-error.ts';
import { askOperator, hasTerminal } from './ask-operator.ts';
import { openBackupPlace } from './backup-place.ts';
import { connectSteward, openDatabase } from './open-database.ts';
import type { Operation } from './operation.ts';
import { findSecretKey, putSecretKey } from './secret-key.ts';
import { untilInterrupted } from './until-interrupted.ts';

/** `ronda restore [TARGET] [SET]`: restores a set into an empty database, and reports what the state lacks. */
export const restore = async (
  { config, log, print }: Operation,
  target: string | undefined,
  setName: string | undefined,
  { intoExisting = false }: { intoExisting?: boolean },
): Promise<void> => {
  const signal = untilInterrupted();
  await using closing = new AsyncDisposableStack();
  const place = await openBackupPlace(target, config.backupTo);
  closing.defer(async () => place.files.close());
  const manifest = await readManifest(place.files, await findSet(place.files, setName));
  const { set, snapshotAt } = manifest;
  print(`Restoring the set ${set} of ${snapshotAt}, which is ${ageOf(snapshotAt)} old, from ${place.name}.`);
  const key = await openSetKey(manifest, config);
  await refuseOtherKey(key, config);

  const files = await openFiles(config.files);
  closing.defer(async () => files.close());
  await files.check();
  const opened = await openDatabase(config, log);
  closing.defer(opened.stop);
  const bulk = await openBulkConnection(opened.connection);
  closing.defer(() => bulk.close().catch(() => undefined));
  const steward = connectSteward(opened.connection, log);
  closing.defer(steward.close);

  const progress = showProgress(process.stderr, () => performance.now());
  const restored = await restoreSet(
    { bulk, steward: steward.db },
    {
      target: place.files,
      manifest,
      files,
      signal,
      onProgress: progress.onProgress,
      mayReplace: (tenants) => mayReplace(tenants, intoExisting),
      storeKey: () => storeKey(key, config),
    },
  )
    .catch((error) => {
      if (!(error instanceof FilesUnavailable)) throw error;
      throw new Error(
        `The set could not be read from ${place.name}, or files could not be written to ${describePlace(config.files)}: ${(error.cause as Error).message}. Run the restore again when this is solved.`,
        { cause: error },
      );
    })
    .finally(progress.end);
  for (const line of await report(steward.db, manifest, restored, config)) print(line);
  if (await belongsToAnother(steward.db, place.files)) print(owned(place.name));
  print('Start the server with: npm start');
};

/** The key that is in the set; undefined without one, or without its passphrase. */
const openSetKey = async ({ key }: Manifest, config: Config): Promise<Buffer | undefined> => {
  if (key === null) return undefined;
  const passphrase =
    config.backupPassphrase ??
    (hasTerminal()
      ? await askOperator('Passphrase of the secret key (empty: restore without the key): ', {
          isSecret: true,
        })
      : '');
  if (passphrase === '') return undefined;
  const opened = await openKey(key, passphrase);
  if (opened) return opened;
  throw new ArgumentError(
    'The passphrase is wrong: it does not decrypt the key of the set. Nothing was changed.',
  );
};

/** Never replaces an existing key that is different: something may still need it. */
const refuseOtherKey = async (key: Buffer | undefined, config: Config): Promise<void> => {
  const present = await findSecretKey(config);
  if (key === undefined || present === undefined || present.equals(key)) return;
  throw new ArgumentError(
    config.secretKey
      ? 'SECRET_KEY is not the key of the set: unset it, or set it to the key of the set. Nothing was changed.'
      : `${config.dataDir}/secret-key is not the key of the set: move the file to another folder. Nothing was changed.`,
  );
};

const storeKey = async (key: Buffer | undefined, config: Config): Promise<void> => {
  if (key !== undefined && (await findSecretKey(config)) === undefined) await putSecretKey(config, key);
};

const mayReplace = async (tenants: number, intoExisting: boolean): Promise<boolean> => {
  const holds = `The database holds ${tenants === 1 ? '1 tenant' : `${tenants} tenants`}`;
  if (!intoExisting) {
    throw new RestoreRefused(
      `${holds}. A set is restored into an empty database: set DATA_DIR or DATABASE_URL to another one, or use --into-existing. Nothing was changed.`,
    );
  }
  const typed = await askOperator(
    `${holds}. Everything in it will be deleted. Type the number of tenants to continue: `,
  );
  return typed === String(tenants);
};

const MOST_NAMED = 20;

const report = async (
  db: Database,
  { set, snapshotAt, tables, files, key }: Manifest,
  { unknownTables, missingFiles }: Restored,
  config: Config,
): Promise<string[]> => {
  const present = await findSecretKey(config);
  const undecryptable = await listUndecryptableSecrets(db, present && createSeal(present));
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const named = (names: readonly string[]) => [
    ...names.slice(0, MOST_NAMED).map((name) => `  ${name}`),
    ...(names.length > MOST_NAMED ? [`  and ${names.length - MOST_NAMED} more`] : []),
  ];
  return [
    `Restored ${rows} rows and ${files.count} files of the set ${set}.`,
    `Nothing written after ${snapshotAt} is included. Passwords, roles and tokens are as they were then: revoke again what has been revoked since.`,
    ...(present === undefined && undecryptable.length === 0 ? [] : keyLines(present, key !== null)),
    ...(undecryptable.length > 0
      ? ['The secrets of these sign-in providers cannot be decrypted. Enter them again:']
      : []),
    ...named(undecryptable.map(({ tenancyName, provider }) => `${provider} of ${tenancyName}`)),
    ...(missingFiles.length > 0 ? [`${missingFiles.length} files are missing:`] : []),
    ...named(missingFiles),
    ...(files.lostPieces.length > 0
      ? [
          `${files.lostPieces.length} unfinished uploads start again from the beginning; the devices resend them.`,
        ]
      : []),
    ...unknownTables.map((table) => `The table ${table} does not belong to Ronda and was left out.`),
  ];
};

const owned = (target: string) =>
  `Backups of this database to ${target} are refused until you delete the file ${OWNER_FILE} in it. Do so once the old database is gone.`;

const keyLines = (present: Buffer | undefined, isInSet: boolean): string[] => {
  if (present !== undefined) return [];
  return [
    isInSet
      ? 'The secret key was left out. Put it into DATA_DIR/secret-key or SECRET_KEY before the first start, or restore again with BACKUP_PASSPHRASE.'
      : 'The secret key is not in the set. Put it into DATA_DIR/secret-key or SECRET_KEY before the first start.',
  ];
};

const MINUTE_MS = 60_000;

const ageOf = (moment: string): string => {
  const minutes = Math.max(0, Math.round((Date.now() - Date.parse(moment)) / MINUTE_MS));
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return minutes < 2_880 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1_440)} days`;
};
