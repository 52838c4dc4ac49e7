import type { Manifest } from '#service/backup/manifest.ts';
import { RestoreRejectedError, type RestoreResult, restoreSet } from '#service/backup/restore-set.ts';
import { openKey } from '#service/backup/sealed-key.ts';
import { readManifest } from '#service/backup/sets.ts';
import { isTargetOfAnotherDatabase } from '#service/backup/target-owner.ts';
import type { Config } from '#service/config.ts';
import { openBulkConnection } from '#service/database/bulk-connection.ts';
import type { Database } from '#service/database/connect.ts';
import { OWNER_FILE } from '#service/files/claim-ownership.ts';
import { FileStoreUnavailableError } from '#service/files/files.ts';
import { openFiles } from '#service/files/open-files.ts';
import { describeLocation } from '#service/files-location.ts';
import { showProgress } from '#service/provisioning/progress.ts';
import { listUndecryptableSecrets } from '#service/sign-in/providers/undecryptable-secrets.ts';
import { createSecretEncryption } from '#service/sign-in/secret-encryption.ts';
import { ArgumentError } from './argument-error.ts';
import { findBackupSet, openBackupLocation } from './backup-location.ts';
import type { CommandContext } from './command-context.ts';
import { markRestoringFolder } from './folder-marker.ts';
import { createInterruptSignal } from './interrupt-signal.ts';
import { connectMaintenance, openDatabase } from './open-database.ts';
import { hasTerminal, promptOperator } from './prompt-operator.ts';
import { findSecretKey, writeSecretKey } from './secret-key.ts';

/** `ronda restore [TARGET] [SET]` */
export const restore = async (
  { config, log, print }: CommandContext,
  target: string | undefined,
  setName: string | undefined,
  { intoExisting = false }: { intoExisting?: boolean },
): Promise<void> => {
  const signal = createInterruptSignal();
  await using cleanup = new AsyncDisposableStack();
  const source = await openBackupLocation(target, config.backupTo);
  cleanup.defer(async () => source.files.close());
  const manifest = await readManifest(source.files, await findBackupSet(source, setName));
  const { set, snapshotAt } = manifest;
  print(`Restoring ${set} (${formatAge(snapshotAt)} old) from ${source.name}…`);
  const key = await openSetKey(manifest, config);
  await rejectDifferentKey(key, config);

  cleanup.defer(await markRestoringFolder(config));
  const files = await openFiles(config.files);
  cleanup.defer(async () => files.close());
  await files.check();
  const database = await openDatabase(config, log);
  cleanup.defer(database.stop);
  const bulk = await openBulkConnection(database.connection);
  cleanup.defer(() => bulk.close().catch(() => undefined));
  const maintenance = connectMaintenance(database.connection, log);
  cleanup.defer(maintenance.close);

  const progress = showProgress(process.stderr, () => performance.now());
  const result = await restoreSet(
    { bulk, maintenance: maintenance.db },
    {
      target: source.files,
      manifest,
      files,
      signal,
      onProgress: progress.onProgress,
      allowsExistingFiles: intoExisting,
      confirmReplace: (tenants) => canReplace(tenants, intoExisting),
      storeKey: () => storeKey(key, config),
    },
  )
    .catch((error) => {
      if (!(error instanceof FileStoreUnavailableError)) throw error;
      throw new Error(
        `Could not read the set from ${source.name} or write files to ${describeLocation(config.files)}: ${(error.cause as Error).message}. Fix this and run the restore again.`,
        { cause: error },
      );
    })
    .finally(progress.end);
  for (const line of await createReport(maintenance.db, manifest, result, config)) print(line);
  if (await isTargetOfAnotherDatabase(maintenance.db, source.files)) print(formatOwnerWarning(source.name));
  print('Start the server with: npm start');
  if (result.missingFiles.length > 0) throw new MissingFilesError(describeMissing(result.missingFiles));
};

class MissingFilesError extends Error {}

const describeMissing = (missing: readonly string[]): string =>
  [
    `The restore finished, but ${missing.length === 1 ? '1 file is' : `${missing.length} files are`} missing or damaged in the target and ${missing.length === 1 ? 'was' : 'were'} not restored:`,
    ...listNames(missing),
  ].join('\n');

/** Returns undefined if the set has no key or the operator enters no passphrase. */
const openSetKey = async ({ key }: Manifest, config: Config): Promise<Buffer | undefined> => {
  if (key === null) return undefined;
  const passphrase =
    config.backupPassphrase ??
    (hasTerminal()
      ? await promptOperator('Passphrase for the secret key (leave empty to restore without it): ', {
          isSecret: true,
        })
      : '');
  if (passphrase === '') return undefined;
  const openedKey = await openKey(key, passphrase);
  if (openedKey) return openedKey;
  throw new ArgumentError(
    'Wrong passphrase: it does not decrypt the secret key in the set. Nothing was changed.',
  );
};

/** Never replaces an existing key, which may still be needed. */
const rejectDifferentKey = async (key: Buffer | undefined, config: Config): Promise<void> => {
  const existingKey = await findSecretKey(config);
  if (key === undefined || existingKey === undefined || existingKey.equals(key)) return;
  throw new ArgumentError(
    config.secretKey
      ? 'SECRET_KEY differs from the key in the set. Unset it, or set it to the key in the set. Nothing was changed.'
      : `${config.dataDir}/secret-key differs from the key in the set. Move the file to another folder. Nothing was changed.`,
  );
};

const storeKey = async (key: Buffer | undefined, config: Config): Promise<void> => {
  if (key !== undefined && (await findSecretKey(config)) === undefined) await writeSecretKey(config, key);
};

const canReplace = async (tenants: number, intoExisting: boolean): Promise<boolean> => {
  const contents = `The database contains ${tenants === 1 ? '1 tenant' : `${tenants} tenants`}`;
  if (!intoExisting) {
    throw new RestoreRejectedError(
      `${contents}. Restore into an empty database: set DATA_DIR or DATABASE_URL to another one, or use --into-existing. Nothing was changed.`,
    );
  }
  const typed = await promptOperator(
    `${contents}. Everything in it will be deleted. Type the number of tenants to continue: `,
  );
  return typed === String(tenants);
};

const MAX_LISTED_NAMES = 20;

const createReport = async (
  db: Database,
  { set, snapshotAt, tables, files, key }: Manifest,
  { unknownTables, missingFiles }: RestoreResult,
  config: Config,
): Promise<string[]> => {
  const existingKey = await findSecretKey(config);
  const undecryptable = await listUndecryptableSecrets(
    db,
    existingKey && createSecretEncryption(existingKey),
  );
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const total = missingFiles.length === 0 ? '' : ` of ${files.count + files.missing.length}`;
  return [
    `Restored ${rows.toLocaleString('en')} rows and ${files.count + files.missing.length - missingFiles.length}${total} files from ${set}.`,
    `The data is as of ${snapshotAt}. Passwords, roles and tokens are restored too: revoke again any that were revoked after that time.`,
    ...(existingKey === undefined ? [formatKeyWarning(key !== null)] : []),
    ...(undecryptable.length > 0
      ? ['Could not decrypt the secrets of these identity providers. Enter them again:']
      : []),
    ...listNames(undecryptable.map(({ tenancyName, provider }) => `${provider} in ${tenancyName}`)),
    ...(files.lostPieces.length > 0
      ? [
          `${files.lostPieces.length} unfinished uploads restart from the beginning. Devices resend them automatically.`,
        ]
      : []),
    ...unknownTables.map((table) => `Skipped table ${table}: it does not belong to Ronda.`),
  ];
};

const listNames = (names: readonly string[]): string[] => [
  ...names.slice(0, MAX_LISTED_NAMES).map((name) => `  ${name}`),
  ...(names.length > MAX_LISTED_NAMES ? [`  and ${names.length - MAX_LISTED_NAMES} more`] : []),
];

const formatOwnerWarning = (target: string) =>
  `Backups of this database to ${target} are rejected until you delete the file ${OWNER_FILE} in it. Delete it once the old database is gone.`;

const formatKeyWarning = (isInSet: boolean): string =>
  isInSet
    ? 'The secret key in the set was not restored. Put it in DATA_DIR/secret-key or SECRET_KEY before the first start, or restore again with BACKUP_PASSPHRASE and --into-existing.'
    : 'The set does not include the secret key. Put it in DATA_DIR/secret-key or SECRET_KEY before the first start.';

const MINUTE_MS = 60_000;

const formatAge = (timestamp: string): string => {
  const minutes = Math.max(0, Math.round((Date.now() - Date.parse(timestamp)) / MINUTE_MS));
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return minutes < 2_880 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1_440)} days`;
};
