import { access } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { megabytes } from '#service/backup/fill-set.ts';
import { BackupRunning, makeBackup } from '#service/backup/make-backup.ts';
import { type SealedKey, sealKey } from '#service/backup/sealed-key.ts';
import { type Config, SHORTEST_PASSPHRASE } from '#service/config.ts';
import { openFiles } from '#service/files/open-files.ts';
import { showProgress } from '#service/provisioning/progress.ts';
import { ArgumentError } from './argument-error.ts';
import { askOperator, hasTerminal } from './ask-operator.ts';
import { openBackupPlace } from './backup-place.ts';
import { connectPool, openDatabase } from './open-database.ts';
import type { Operation } from './operation.ts';
import { readSecretKey } from './secret-key.ts';
import { untilInterrupted } from './until-interrupted.ts';

type Options = {
  keep?: number;
  withKey?: boolean;
  /** The due time, when the server starts the command for its schedule. */
  scheduledFor?: Date;
};

/** Requests go before backups. */
const LOW_PRIORITY = 10;

/** `ronda backup [TARGET]`: makes a set of the database and its files, next to a running server or without one. */
export const backUp = async (
  operation: Operation,
  target: string | undefined,
  { keep, withKey, scheduledFor }: Options,
): Promise<void> => {
  const { config, log, print, version } = operation;
  // Before the first thread is started: each takes the priority of the one that starts it.
  setPriority(LOW_PRIORITY);
  const signal = untilInterrupted();
  await using closing = new AsyncDisposableStack();
  const place = await openBackupPlace(target, config.backupTo);
  closing.defer(async () => place.files.close());
  await mustHaveCluster(config);
  const key = withKey ? await sealSecretKey(config) : null;
  const files = await openFiles(config.files);
  closing.defer(async () => files.close());
  const opened = await openDatabase(config, log);
  closing.defer(opened.stop);
  const database = connectPool(opened.connection, log);
  closing.defer(database.close);

  const progress = showProgress(process.stderr, () => performance.now());
  const startedAt = performance.now();
  let repaired = 0;
  try {
    const made = await makeBackup({
      connection: opened.connection,
      database,
      files,
      target: place.files,
      targetName: place.name,
      keep,
      key,
      product: version,
      dueAt: scheduledFor ?? null,
      now: () => new Date(),
      signal,
      onProgress: progress.onProgress,
      onRepaired: (file) => {
        repaired++;
        log.warn({ file }, 'a file in the target was damaged; it was copied again');
      },
    });
    if (made === undefined) {
      print('Another server is making this backup.');
      return;
    }
    progress.end();
    const { manifest, bytes, pruned } = made;
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    log.info({ set: manifest.set, bytes, seconds, deleted: pruned.deleted }, 'a backup was made');
    if (pruned.failure) log.warn({ err: pruned.failure }, 'older backups could not be deleted');
    print(
      `Created the set ${manifest.set} in ${place.name}: ${describe(manifest)}, ${megabytes(bytes)}, ${seconds} s.`,
    );
    if (repaired > 0)
      print(`${repaired} files in the target were damaged and have been copied again: check its disk.`);
    if (manifest.key === null) print(KEY_NEEDED);
    for (const set of pruned.deleted) print(`Deleted the older set ${set}.`);
  } catch (error) {
    progress.end();
    // Another backup is running already, so the schedule is served.
    if (scheduledFor === undefined || !(error instanceof BackupRunning)) throw error;
    log.info(error.message);
  }
};

const describe = ({
  tables,
  files,
}: {
  tables: Record<string, { rows: number }>;
  files: { count: number };
}) => `${Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)} rows, ${files.count} files`;

const KEY_NEEDED =
  'The set does not contain the secret key: keep DATA_DIR/secret-key or SECRET_KEY elsewhere, or use --with-key. Without the key the secrets of sign-in providers have to be entered again.';

/** Otherwise the backup would create an empty cluster. */
const mustHaveCluster = async ({ databaseUrl, dataDir }: Config): Promise<void> => {
  if (databaseUrl !== undefined) return;
  const cluster = join(dataDir, 'postgres', 'cluster', 'PG_VERSION');
  await access(cluster).catch(() => {
    throw new ArgumentError(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL.`);
  });
};

const sealSecretKey = async (config: Config): Promise<SealedKey> => {
  const passphrase = config.backupPassphrase ?? (await askNewPassphrase());
  return sealKey(await readSecretKey(config), passphrase);
};

const askNewPassphrase = async (): Promise<string> => {
  if (!hasTerminal())
    throw new ArgumentError(
      '--with-key needs BACKUP_PASSPHRASE when there is no terminal to ask for a passphrase.',
    );
  const passphrase = await askOperator('Passphrase for the secret key: ', { isSecret: true });
  if (passphrase.length < SHORTEST_PASSPHRASE)
    throw new ArgumentError(`The passphrase must have at least ${SHORTEST_PASSPHRASE} characters.`);
  if ((await askOperator('Repeat the passphrase: ', { isSecret: true })) !== passphrase)
    throw new ArgumentError('The two passphrases differ.');
  return passphrase;
};
