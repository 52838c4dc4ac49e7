import { globSync, readFileSync } from 'node:fs';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '#service/database/connect.ts';
import { migrate } from '#service/database/migrate.ts';
import { statements } from '#service/database/statement.ts';
import { startEmbeddedPostgres } from '#service/embedded-postgres/start-embedded-postgres.ts';
import { describeStatements } from './describe-statements.ts';
import { readCatalog } from './read-catalog.ts';
import { formatRowTypes } from './row-types.ts';
import { formatSchema } from './schema-dump.ts';

// `npm run schema` writes schema.sql and rows.ts from a database with all migrations. With `--check`, it writes
// nothing, and fails if a file differs or a statement is invalid.

const root = new URL('../', import.meta.url);
const targetFolder = new URL('service/database/', root);

const hasStatements = (path: string) =>
  !path.endsWith('.test.ts') && /\bstatement\('/.test(readFileSync(new URL(path, root), 'utf8'));

const generateFiles = async (): Promise<Record<string, string>> => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'ronda-schema-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, log: { info: () => {}, warn } });
  const { db, close } = connect(postgres.connection, {
    poolSize: 1,
    onError: ({ message }) => warn(message),
  });
  try {
    await migrate(db);
    const catalog = await readCatalog(db);
    for (const path of globSync('service/**/*.ts', { cwd: root }).filter(hasStatements)) {
      await import(new URL(path, root).href);
    }
    return {
      'schema.sql': formatSchema(catalog),
      'rows.ts': formatRowTypes(await describeStatements(postgres.connection, statements)),
    };
  } finally {
    await close();
    await postgres.stop();
  }
};

const warn = (message: string) => void process.stderr.write(`${message}\n`);

const isCheck = process.argv.includes('--check');
for (const [name, content] of Object.entries(await generateFiles())) {
  const file = new URL(name, targetFolder);
  if ((await readFile(file, 'utf8').catch(() => '')) === content) continue;
  if (isCheck) {
    warn(
      `service/database/${name} differs from the migrated database. Run \`npm run schema\` and commit the file.`,
    );
    process.exitCode = 1;
  } else {
    await writeFile(file, content);
    process.stdout.write(`Updated service/database/${name}.\n`);
  }
}
