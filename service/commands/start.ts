import { access, constants } from 'node:fs/promises';
import { type Config, ConfigError } from '#service/config.ts';
import type { Database, DatabaseHandle } from '#service/database/connect.ts';
import { openFiles } from '#service/files/open-files.ts';
import type { Passwords } from '#service/identity/passwords.ts';
import type { ProvisionDependencies } from '#service/provisioning/provision-dependencies.ts';
import { checkMapFile } from './check-map-file.ts';
import type { CommandContext } from './command-context.ts';
import { createProvisionDependencies } from './create-provision-dependencies.ts';
import { findProxyWarning } from './proxy-warning.ts';
import { findPublicUrlWarning } from './public-url-warning.ts';
import { readTls } from './read-tls.ts';
import { scheduleBackups } from './schedule-backups.ts';
import type { RunningService } from './serve.ts';
import { waitForShutdown } from './wait-for-shutdown.ts';
import { withDatabase } from './with-database.ts';

/** Called before the server listens. Returns a function that formats the lines to print. */
export type PrepareOrganisation = (
  db: Database,
  dependencies: ProvisionDependencies,
) => Promise<(url: string) => string[]>;

export const start = async (
  context: CommandContext,
  prepareOrganisation: PrepareOrganisation,
): Promise<void> => {
  const { config, log, print } = context;
  await readTls(config);
  await requireReadableProvisionFile(config);
  await checkMapFile(config.mapFile);
  await requireFileStorage(config);
  if (config.backupTo !== undefined) {
    const { rejectServerFolder } = await import('./backup-location.ts');
    rejectServerFolder(config.backupTo, config);
  }
  for (const warning of [findProxyWarning(config), findPublicUrlWarning(config)]) {
    if (warning !== undefined) log.warn(warning);
  }
  const shutdown = waitForShutdown(log);
  await withDatabase(context, async (database) => {
    const dependencies = await createProvisionDependencies(config);
    const linesToPrint = await prepareOrganisation(database.db, dependencies);
    const service = await startService(context, database, dependencies.passwords);
    const metrics =
      config.metricsPort === undefined ? undefined : await listenForMetrics(config.metricsPort, service);
    if (metrics) print(`Metrics: http://127.0.0.1:${metrics.port}/metrics`);
    print(`Ronda is ready at ${service.url}`);
    for (const line of linesToPrint(service.url)) print(line);
    const backups = scheduleBackups(config, database.db, log);
    await shutdown;
    await metrics?.close();
    await backups.stop();
    await service.close();
  });
};

/** With several workers, this process does not load the modules that serve requests. */
const startService = async (
  { config, log }: CommandContext,
  database: DatabaseHandle,
  passwords: Passwords,
): Promise<RunningService> => {
  if (config.workers > 1) {
    const { runWorkers } = await import('./run-workers.ts');
    return runWorkers(config, database.connection, log);
  }
  const { serve } = await import('./serve.ts');
  return serve(database, { config, passwords, log });
};

const listenForMetrics = async (port: number, service: RunningService) => {
  const { serveMetrics } = await import('#service/operation/serve-metrics.ts');
  try {
    return await serveMetrics(port, service.readMetrics);
  } catch (error) {
    await service.close();
    throw new ConfigError(`METRICS_PORT is ${port}, which cannot be used: ${(error as Error).message}`);
  }
};

const requireFileStorage = async (config: Config): Promise<void> => {
  const files = await openFiles(config.files);
  try {
    await files.check();
  } catch (error) {
    // Not a ConfigError, because the store may be available at the next start.
    throw new Error(
      'folder' in config.files
        ? `Could not store files in ${config.files.folder} (FILES_URL, DATA_DIR): ${(error as Error).message}`
        : `Could not store files in the bucket in FILES_URL: ${(error as Error).message}`,
    );
  } finally {
    files.close();
  }
};

const requireReadableProvisionFile = async ({ provisionFile }: Config): Promise<void> => {
  if (provisionFile === undefined) return;
  await access(provisionFile, constants.R_OK).catch((error: Error) => {
    throw new ConfigError(`PROVISION_FILE names '${provisionFile}', which cannot be read: ${error.message}`);
  });
};
