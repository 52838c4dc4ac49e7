import { access, constants } from 'node:fs/promises';
import { type Config, ConfigError } from '#service/config.ts';
import type { Database } from '#service/database/connect.ts';
import { openFiles } from '#service/files/open-files.ts';
import { serveMetrics } from '#service/operation/serve-metrics.ts';
import type { ProvisionMeans } from '#service/provisioning/provision-means.ts';
import { adviseOnProxy } from './advise-on-proxy.ts';
import { adviseOnPublicUrl } from './advise-on-public-url.ts';
import { mustBeMap } from './must-be-map.ts';
import type { Operation } from './operation.ts';
import { readMeans } from './read-means.ts';
import { readTls } from './read-tls.ts';
import { runWorkers } from './run-workers.ts';
import { scheduleBackups } from './schedule-backups.ts';
import { type Running, serve } from './serve.ts';
import { untilStopped } from './until-stopped.ts';
import { withDatabase } from './with-database.ts';

/**
 * Brings the organisation into the database, before anybody is served. What it returns is told to the operator once the
 * service answers at `address`.
 */
export type PrepareOrganisation = (
  db: Database,
  means: ProvisionMeans,
) => Promise<(address: string) => string[]>;

/** Starts the service and runs until it is told to stop: database, schema, organisation, HTTP. */
export const start = async (
  operation: Operation,
  prepareOrganisation: PrepareOrganisation,
): Promise<void> => {
  const { config, log, print } = operation;
  // What can be wrong without a database is told before one is opened.
  await readTls(config);
  await mustBeReadable(config);
  await mustBeMap(config.mapFile);
  await mustKeepFiles(config);
  for (const advice of [adviseOnProxy(config), adviseOnPublicUrl(config)]) {
    if (advice !== undefined) log.warn(advice);
  }
  const stopped = untilStopped(log);
  await withDatabase(operation, async (database) => {
    const means = await readMeans(config);
    const greeting = await prepareOrganisation(database.db, means);
    const running =
      config.workers === 1
        ? await serve(database, { ...operation, passwords: means.passwords })
        : await runWorkers(config, database.connection, log);
    const metrics =
      config.metricsPort === undefined ? undefined : await listenForMetrics(config.metricsPort, running);
    if (metrics) print(`Metrics are served at http://127.0.0.1:${metrics.port}/metrics`);
    print(`Ronda is ready at ${running.address}`);
    for (const line of greeting(running.address)) print(line);
    const backups = scheduleBackups(config, database.db, log);
    await stopped;
    await metrics?.close();
    await backups.stop();
    await running.close();
  });
};

const listenForMetrics = async (port: number, running: Running) => {
  try {
    return await serveMetrics(port, running.readMetrics);
  } catch (error) {
    await running.close();
    throw new ConfigError(`METRICS_PORT is ${port}, which cannot be used: ${(error as Error).message}`);
  }
};

const mustKeepFiles = async (config: Config): Promise<void> => {
  const files = await openFiles(config.files);
  try {
    await files.check();
  } catch (error) {
    // Not a ConfigError: a store that is away may be back at the next start.
    throw new Error(
      'folder' in config.files
        ? `Files cannot be kept in ${config.files.folder} (FILES_URL, DATA_DIR): ${(error as Error).message}`
        : `Files cannot be kept in the bucket of FILES_URL: ${(error as Error).message}`,
    );
  } finally {
    files.close();
  }
};

const mustBeReadable = async ({ provisionFile }: Config): Promise<void> => {
  if (provisionFile === undefined) return;
  await access(provisionFile, constants.R_OK).catch((error: Error) => {
    throw new ConfigError(`PROVISION_FILE names '${provisionFile}', which cannot be read: ${error.message}`);
  });
};
