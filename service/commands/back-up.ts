import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { BackupRunningError, createBackup } from '#service/backup/create-backup.ts';
import { formatMegabytes } from '#service/backup/fill-set.ts';
import type { Manifest } from '#service/backup/manifest.ts';
import { type SealedKey, sealKey } from '#service/backup/sealed-key.ts';
import { type Config, MIN_PASSPHRASE_LENGTH } from '#service/config.ts';
import { openFiles } from '#service/files/open-files.ts';
import { showProgress } from '#service/provisioning/progress.ts';
import { ArgumentError } from './argument-error.ts';
import { openBackupTarget } from './backup-location.ts';
import type { CommandContext } from './command-context.ts';
import { createInterruptSignal } from './interrupt-signal.ts';
import { connectPool, openDatabase } from './open-database.ts';
import { hasTerminal, promptOperator } from './prompt-operator.ts';
import { readSecretKey } from './secret-key.ts';

type Options = {
  keep?: number;
  withKey?: boolean;
  /** Set if the server started this command on schedule. */
  scheduledFor?: Date;
};

/** A nice value that prioritises server requests over the backup. */
const LOW_PRIORITY = 10;

/** `ronda backup [TARGET]`, whether or not a server is running. */
export const backUp = async (
  context: CommandContext,
  target: string | undefined,
  { keep, withKey, scheduledFor }: Options,
): Promise<void> => {
  const { config, log, print, version } = context;
  // Set the priority before any thread starts, because threads inherit it.
  setPriority(LOW_PRIORITY);
  const signal = createInterruptSignal();
  await using cleanup = new AsyncDisposableStack();
  const destination = await openBackupTarget(target, config);
  cleanup.defer(async () => destination.files.close());
  requireCluster(config);
  const key = withKey ? await sealSecretKey(config) : null;
  const files = await openFiles(config.files);
  cleanup.defer(async () => files.close());
  const source = await openDatabase(config, log);
  cleanup.defer(source.stop);
  const database = connectPool(source.connection, log);
  cleanup.defer(database.close);

  const progress = showProgress(process.stderr, () => performance.now());
  const startedAt = performance.now();
  let repairedCount = 0;
  try {
    const backup = await createBackup({
      connection: source.connection,
      database,
      files,
      target: destination.files,
      targetName: destination.name,
      keep,
      key,
      product: version,
      dueAt: scheduledFor ?? null,
      now: () => new Date(),
      signal,
      onProgress: progress.onProgress,
      onRepaired: (file) => {
        repairedCount++;
        log.warn({ file }, 'a damaged file in the target was copied again');
      },
    });
    if (backup === undefined) {
      print('Another server is already creating this backup.');
      return;
    }
    progress.end();
    const { manifest, bytes, pruned } = backup;
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    log.info({ set: manifest.set, bytes, seconds, deleted: pruned.deleted }, 'backup created');
    if (pruned.failure) log.warn({ err: pruned.failure }, 'could not delete older backups');
    print(
      `Created backup ${manifest.set} in ${destination.name}: ${formatContents(manifest)}, ${formatMegabytes(bytes)}, ${seconds} s.`,
    );
    if (repairedCount > 0)
      print(
        `Copied ${repairedCount} damaged ${repairedCount === 1 ? 'file' : 'files'} in the target again. Check the target's disk.`,
      );
    if (manifest.key === null) print(KEY_WARNING);
    for (const set of pruned.deleted) print(`Deleted older backup ${set}.`);
  } catch (error) {
    progress.end();
    // Skip a scheduled backup if another backup is already running.
    if (scheduledFor === undefined || !(error instanceof BackupRunningError)) throw error;
    log.info(error.message);
  }
};

const formatContents = ({ tables, files }: Manifest): string => {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return `${rows.toLocaleString('en')} rows, ${files.count} files`;
};

const KEY_WARNING =
  'The backup does not include the secret key. Store DATA_DIR/secret-key or SECRET_KEY in a safe place, or use --with-key. Without the key you must enter the secrets of identity providers again after a restore.';

/** Otherwise, the command would create an empty cluster and back that up. */
const requireCluster = ({ databaseUrl, dataDir }: Config): void => {
  if (databaseUrl !== undefined || existsSync(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'))) return;
  throw new ArgumentError(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL.`);
};

const sealSecretKey = async (config: Config): Promise<SealedKey> => {
  const passphrase = config.backupPassphrase ?? (await askNewPassphrase());
  return sealKey(await readSecretKey(config), passphrase);
};

const askNewPassphrase = async (): Promise<string> => {
  if (!hasTerminal()) throw new ArgumentError('Set BACKUP_PASSPHRASE to use --with-key without a terminal.');
  const passphrase = await promptOperator('Passphrase for the secret key: ', { isSecret: true });
  if (passphrase.length < MIN_PASSPHRASE_LENGTH)
    throw new ArgumentError(`The passphrase must have at least ${MIN_PASSPHRASE_LENGTH} characters.`);
  if ((await promptOperator('Repeat the passphrase: ', { isSecret: true })) !== passphrase)
    throw new ArgumentError('The passphrases do not match.');
  return passphrase;
};
