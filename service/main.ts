import cluster from 'node:cluster';
import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ArgumentError } from '#service/commands/argument-error.ts';
import type { CommandContext } from '#service/commands/command-context.ts';
import { createLog } from '#service/commands/log.ts';
import { ConfigError, readConfig } from './config.ts';

// Each command imports its modules only when it runs.

const EXIT_CODES = `
Exit codes: 0 success, 1 failure, 2 invalid setting or argument.
Settings are environment variables. See README.md.`;

/** If a command fails, prints just the error message without a stack trace. */
const run = async (work: (context: CommandContext) => Promise<void>): Promise<void> => {
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

// The program reading the output, such as head, may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const program = new Command('ronda')
  .description('Inspection task planning service')
  .version(await readVersion())
  .addHelpText('after', EXIT_CODES)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

program
  .command('start')
  .description('start the service; the first start creates a database, a tenant and an administrator')
  .action(() =>
    run(async (context) => {
      const { start } = await import('#service/commands/start.ts');
      const { prepareFromFile } = await import('#service/commands/provision-database.ts');
      await start(context, prepareFromFile(context));
    }),
  );

program
  .command('demo')
  .description('start the service with a demo organisation: teams, people, workbooks and tasks in Amsterdam')
  .action(() =>
    run(async (context) => {
      const { start } = await import('#service/commands/start.ts');
      const { prepareDemoOrganisation } = await import('#service/commands/prepare-demo-organisation.ts');
      await start(context, prepareDemoOrganisation(context));
    }),
  );

program
  .command('migrate')
  .description('update the database schema to this version')
  .option(
    '--distribute',
    'also distribute the tenants over the nodes of a Citus cluster; docs/operate/cluster.md',
  )
  .action((options: { distribute?: true }) =>
    run(async (context) => {
      const { migrateDatabase } = await import('#service/commands/migrate-database.ts');
      await migrateDatabase(context, options);
    }),
  );

program
  .command('provision')
  .argument('<file>', 'YAML or JSON; docs/operate/provisioning.md describes it')
  .description(
    'create or update tenants, people, teams, workbooks and items from a file; each tenant all or nothing',
  )
  .action((file: string) =>
    run(async (context) => {
      const { provisionDatabase } = await import('#service/commands/provision-database.ts');
      await provisionDatabase(context, file);
    }),
  );

const TENANT = ['--tenant <name>', 'tenancy name of the organisation', 'default'] as const;
const PASSWORD_STDIN = [
  '--password-stdin',
  'read the password from standard input instead of generating one that is printed once',
] as const;

const collectValues = (value: string, previous: string[] = []): string[] => [...previous, value];

const user = program.command('user').description('manage users, with or without a running server');

user
  .command('create')
  .argument('<userName>', 'letters and digits')
  .description('create a person with a password, or a service user')
  .option(...TENANT)
  .option('--name <name>', 'default: the user name')
  .option('--surname <surname>')
  .option('--email <address>')
  .option('--role <name>', 'name of a role; repeat for several roles', collectValues)
  .option(
    '--service',
    'create a service user: an application with an API token (token create) and no password',
  )
  .option(...PASSWORD_STDIN)
  .addHelpText('after', EXIT_CODES)
  .action((userName: string, options) =>
    run(async (context) => {
      const { addUser } = await import('#service/commands/add-user.ts');
      await addUser(context, { userName, ...options });
    }),
  );

user
  .command('reset-password')
  .argument('<userName>')
  .description('set a new password; ends all sessions and tokens of the user, and unlocks sign-in')
  .option(...TENANT)
  .option(...PASSWORD_STDIN)
  .addHelpText('after', EXIT_CODES)
  .action((userName: string, options) =>
    run(async (context) => {
      const { resetPassword } = await import('#service/commands/reset-password.ts');
      await resetPassword(context, { userName, ...options });
    }),
  );

const parseDayCount = (text: string): number => {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > 3_650) throw new InvalidArgumentError('Enter a whole number from 1 to 3650.');
  return count;
};

program
  .command('token')
  .description('manage API tokens of service users')
  .command('create')
  .argument('<userName>')
  .description('create an API token for a service user and print it as JSON (clientId, clientSecret)')
  .option(...TENANT)
  .option('--label <text>', 'description of its use', '')
  .option('--expires-in-days <days>', 'default: never expires', parseDayCount)
  .addHelpText('after', EXIT_CODES)
  .action((userName: string, options) =>
    run(async (context) => {
      const { addToken } = await import('#service/commands/add-token.ts');
      await addToken(context, { userName, ...options });
    }),
  );

const parseSetCount = (text: string): number => {
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (count < 1) throw new InvalidArgumentError('Enter a whole number from 1 to 99999.');
  return count;
};

const parseDateTime = (text: string): Date => {
  const date = new Date(text);
  if (Number.isNaN(date.getTime()))
    throw new InvalidArgumentError('Enter a date and time in ISO 8601 format.');
  return date;
};

const TARGET = [
  '[target]',
  'a folder, or s3://ACCESS:SECRET@host/bucket[/prefix]; default: BACKUP_TO, which does not show the access keys in the process list',
] as const;

const backup = program
  .command('backup')
  .argument(...TARGET)
  .description('back up the database and its files, with or without a running server')
  .option(
    '--keep <sets>',
    'number of sets to keep, including the new one; older sets are deleted after the new one is verified',
    parseSetCount,
  )
  .option(
    '--with-key',
    'include the secret key, encrypted with BACKUP_PASSPHRASE or a passphrase that you enter',
  )
  .addOption(new Option('--scheduled-for <date>', 'set by the server').argParser(parseDateTime).hideHelp())
  .addHelpText('after', EXIT_CODES)
  .action((target, options) =>
    run(async (context) => {
      const { backUp } = await import('#service/commands/back-up.ts');
      await backUp(context, target, options);
    }),
  );

backup
  .command('verify')
  .argument(...TARGET)
  .argument('[set]', 'name of the set; default: the newest')
  .description('read every byte of a set and restore it into a temporary database')
  .addHelpText('after', EXIT_CODES)
  .action((target, set) =>
    run(async (context) => {
      const { verifyBackup } = await import('#service/commands/verify-backup.ts');
      await verifyBackup(context, target, set);
    }),
  );

program
  .command('restore')
  .argument(...TARGET)
  .argument('[set]', 'name of the set; default: the newest')
  .description('restore a set into an empty DATA_DIR or database')
  .option(
    '--into-existing',
    'replace the contents of the database; asks you to confirm with the number of its tenants',
  )
  .addHelpText('after', EXIT_CODES)
  .action((target, set, options) =>
    run(async (context) => {
      const { restore } = await import('#service/commands/restore.ts');
      await restore(context, target, set, options);
    }),
  );

if (cluster.isWorker)
  await run(async ({ config, log }) => {
    const { serveAsWorker } = await import('#service/commands/serve-as-worker.ts');
    await serveAsWorker(config, log);
  });
else await program.parseAsync();
