#!/usr/bin/env node
import cluster from 'node:cluster';
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { createLog } from '#service/commands/log.ts';
import { migrateDatabase } from '#service/commands/migrate-database.ts';
import type { Operation } from '#service/commands/operation.ts';
import { prepareDemoOrganisation } from '#service/commands/prepare-demo-organisation.ts';
import { prepareFromFile, provisionDatabase } from '#service/commands/provision-database.ts';
import { serveAsWorker } from '#service/commands/run-workers.ts';
import { start } from '#service/commands/start.ts';
import { ConfigError, readConfig } from './config.ts';

const EXIT_CODES = `
Exit codes: 0 done, 1 failed, 2 a setting or an argument is wrong.
Settings are environment variables; README lists them.`;

/** Runs a command with its configuration; what keeps it from succeeding is told in one line, without a stack. */
const run = async (work: (operation: Operation) => Promise<void>): Promise<void> => {
  try {
    const config = readConfig(process.env);
    const log = createLog(config.logLevel);
    await work({
      config,
      version: await readVersion(),
      log,
      print: (line) => process.stdout.write(`${line}\n`),
    });
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = error instanceof ConfigError ? 2 : 1;
  }
};

const readVersion = async (): Promise<string> => {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
};

const program = new Command('ronda')
  .description('Inspection task planning service')
  .version(await readVersion())
  .addHelpText('after', EXIT_CODES)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

program
  .command('start')
  .description('start the service; the first start makes a database, a tenant and an administrator')
  .action(() => run((operation) => start(operation, prepareFromFile(operation))));

program
  .command('demo')
  .description(
    'start the service with an organisation to try it on: teams, people, workbooks, tasks in Amsterdam',
  )
  .action(() => run((operation) => start(operation, prepareDemoOrganisation(operation))));

program
  .command('migrate')
  .description("bring the database's schema to this version, and stop")
  .action(() => run(migrateDatabase));

program
  .command('provision')
  .argument('<file>', 'YAML or JSON; docs/provisioning.md describes it')
  .description(
    'create or update tenants, people, teams, workbooks and items from a file: each tenant wholly or not at all',
  )
  .action((file: string) => run((operation) => provisionDatabase(operation, file)));

if (cluster.isWorker) await run(({ config, version, log }) => serveAsWorker(config, version, log));
else await program.parseAsync();
