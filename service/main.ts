#!/usr/bin/env node
import cluster from 'node:cluster';
import { readFile } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ArgumentError } from '#service/commands/argument-error.ts';
import { createLog } from '#service/commands/log.ts';
import type { Operation } from '#service/commands/operation.ts';
import { ConfigError, readConfig } from './config.ts';

// What is loaded from here on is kept as it was compiled: a start takes 1.1 s instead of 2.4 s. Each command loads what it
// needs when it is given, so that nobody waits for the whole service who asks for help.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)));

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
    process.exitCode = error instanceof ConfigError || error instanceof ArgumentError ? 2 : 1;
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
  .action(() =>
    run(async (operation) => {
      const { start } = await import('#service/commands/start.ts');
      const { prepareFromFile } = await import('#service/commands/provision-database.ts');
      await start(operation, prepareFromFile(operation));
    }),
  );

program
  .command('demo')
  .description(
    'start the service with an organisation to try it on: teams, people, workbooks, tasks in Amsterdam',
  )
  .action(() =>
    run(async (operation) => {
      const { start } = await import('#service/commands/start.ts');
      const { prepareDemoOrganisation } = await import('#service/commands/prepare-demo-organisation.ts');
      await start(operation, prepareDemoOrganisation(operation));
    }),
  );

program
  .command('migrate')
  .description("bring the database's schema to this version, and stop")
  .action(() =>
    run(async (operation) => {
      const { migrateDatabase } = await import('#service/commands/migrate-database.ts');
      await migrateDatabase(operation);
    }),
  );

program
  .command('provision')
  .argument('<file>', 'YAML or JSON; docs/provisioning.md describes it')
  .description(
    'create or update tenants, people, teams, workbooks and items from a file: each tenant wholly or not at all',
  )
  .action((file: string) =>
    run(async (operation) => {
      const { provisionDatabase } = await import('#service/commands/provision-database.ts');
      await provisionDatabase(operation, file);
    }),
  );

const TENANT = ['--tenant <name>', 'the organisation, by its tenancy name', 'default'] as const;
const PASSWORD_STDIN = [
  '--password-stdin',
  'read the password from standard input instead of making one that is printed once',
] as const;

const collected = (value: string, before: string[] = []): string[] => [...before, value];

const user = program.command('user').description('users, beside a running server or without one');

user
  .command('create')
  .argument('<userName>', 'letters and digits')
  .description('make a person with a password, or a service user')
  .option(...TENANT)
  .option('--name <name>', 'the user name when absent')
  .option('--surname <surname>')
  .option('--email <address>')
  .option('--role <name>', 'a role, by name; may be given several times', collected)
  .option('--service', 'an application: it gets an API token (token create) and no password')
  .option(...PASSWORD_STDIN)
  .addHelpText('after', EXIT_CODES)
  .action((userName: string, options) =>
    run(async (operation) => {
      const { addUser } = await import('#service/commands/add-user.ts');
      await addUser(operation, { userName, ...options });
    }),
  );

user
  .command('reset-password')
  .argument('<userName>')
  .description(
    'give a person another password: ends its sessions and tokens, and waits after wrong passwords',
  )
  .option(...TENANT)
  .option(...PASSWORD_STDIN)
  .addHelpText('after', EXIT_CODES)
  .action((userName: string, options) =>
    run(async (operation) => {
      const { resetPassword } = await import('#service/commands/reset-password.ts');
      await resetPassword(operation, { userName, ...options });
    }),
  );

const days = (text: string): number => {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > 3_650) throw new InvalidArgumentError('It must be a whole number from 1 to 3650.');
  return count;
};

program
  .command('token')
  .description('API tokens of service users')
  .command('create')
  .argument('<userName>')
  .description('make an API token for a service user and print it as JSON: clientId and clientSecret')
  .option(...TENANT)
  .option('--label <text>', 'what it is for', '')
  .option('--expires-in-days <days>', 'for ever when absent', days)
  .addHelpText('after', EXIT_CODES)
  .action((userName: string, options) =>
    run(async (operation) => {
      const { addToken } = await import('#service/commands/add-token.ts');
      await addToken(operation, { userName, ...options });
    }),
  );

const sets = (text: string): number => {
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (count < 1) throw new InvalidArgumentError('It must be a whole number from 1 to 99999.');
  return count;
};

const moment = (text: string): Date => {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError('It must be a date and time in ISO 8601.');
  return at;
};

const TARGET = [
  '[target]',
  'a folder, or s3://ACCESS:SECRET@host/bucket[/prefix]; default: BACKUP_TO, which keeps the access keys out of the process list',
] as const;

const backup = program
  .command('backup')
  .argument(...TARGET)
  .description('back up the database and its files, next to a running server or without one')
  .option(
    '--keep <sets>',
    'number of sets to keep, the new one included; deletes older ones once the new one is verified',
    sets,
  )
  .option(
    '--with-key',
    'include the secret key, encrypted with BACKUP_PASSPHRASE or a passphrase that you enter',
  )
  .addOption(new Option('--scheduled-for <moment>', 'given by the server').argParser(moment).hideHelp())
  .addHelpText('after', EXIT_CODES)
  .action((target, options) =>
    run(async (operation) => {
      const { backUp } = await import('#service/commands/back-up.ts');
      await backUp(operation, target, options);
    }),
  );

backup
  .command('verify')
  .argument(...TARGET)
  .argument('[set]', 'name of the set; default: the newest')
  .description('read every byte of a set and restore it into a temporary database')
  .addHelpText('after', EXIT_CODES)
  .action((target, set) =>
    run(async (operation) => {
      const { verifyBackup } = await import('#service/commands/verify-backup.ts');
      await verifyBackup(operation, target, set);
    }),
  );

program
  .command('restore')
  .argument(...TARGET)
  .argument('[set]', 'name of the set; default: the newest')
  .description('restore a set into an empty DATA_DIR or database')
  .option('--into-existing', 'replace the contents of the database, after you type the number of its tenants')
  .addHelpText('after', EXIT_CODES)
  .action((target, set, options) =>
    run(async (operation) => {
      const { restore } = await import('#service/commands/restore.ts');
      await restore(operation, target, set, options);
    }),
  );

if (cluster.isWorker)
  await run(async ({ config, version, log }) => {
    const { serveAsWorker } = await import('#service/commands/run-workers.ts');
    await serveAsWorker(config, version, log);
  });
else await program.parseAsync();
