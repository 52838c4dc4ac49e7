import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openClient } from '#service/database/connect.ts';
import { createDistributedDatabase } from '#service/testing/create-distributed-database.ts';
import type { RecordedStatement } from '#service/testing/record-for-plans.ts';
import { NOT_CHECKED } from './exit-codes.ts';

/*
 * Plans the statements in a folder written by service/testing/record-for-plans.ts on the Citus cluster in
 * CITUS_DATABASE_URL. Fails if a statement cannot be planned, or runs on more than one shard without being listed here.
 */

/** Statements that may span tenants, by the file that runs them, with the reason. */
const SPANNING_FILES: Readonly<Record<string, string>> = {
  'service/changes/number-pending.ts': 'finds the tenants with pending changes',
  'service/idempotency/run-once.ts': 'deletes expired rows',
  'service/identity/api-tokens/request-log.ts': 'deletes expired rows',
  'service/identity/api-tokens/write-api-token.ts': 'deletes expired rows',
  'service/identity/devices/device.ts': 'deletes expired rows',
  'service/identity/password-links/password-link.ts': 'deletes expired rows',
  'service/identity/sessions/session.ts': 'deletes expired rows',
  'service/identity/tokens/access-token.ts': 'deletes expired rows',
  'service/sign-in/external/sign-in-attempt.ts': 'deletes expired rows',
  'service/sign-in/linking/link-request.ts': 'deletes expired rows',
  'service/sign-in/providers/undecryptable-secrets.ts': 'checks the secret key after a restore',
  'service/uploads/clean-up-uploads.ts': 'finds unfinished uploads',
  'service/uploads/sweep-files.ts': 'finds unfinished uploads',
  'service/uploads/stored-files.ts': 'lists the files for backups',
  'service/provisioning/first-administrator.ts': 'checks whether the database is new',
  'service/backup/list-administrators.ts': 'notifies administrators',
  'service/demo/demo-actors.ts': 'the demo has only one tenant',
  'service/demo/prepare-demo.ts': 'the demo has only one tenant',
};

const readStatements = (folder: string): RecordedStatement[] => {
  const statements = readdirSync(folder).flatMap(
    (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as RecordedStatement[],
  );
  const distinctStatements = new Map(statements.map((statement) => [statement.text, statement])).values();
  return [...distinctStatements].map((statement) => ({
    ...statement,
    values: statement.values.map(restoreBuffer),
  }));
};

type SerialisedBuffer = { type?: string; data: number[] };

const restoreBuffer = (value: unknown): unknown =>
  (value as SerialisedBuffer | null)?.type === 'Buffer'
    ? Buffer.from((value as SerialisedBuffer).data)
    : value;

/** Returns undefined for statements without a plan, such as `begin`. */
const toExplainable = (text: string): string | undefined => {
  const sql = text.trim().replace(/^declare list no scroll cursor for /, '');
  return /^(?:select|insert|update|delete|with)\b/i.test(sql) ? sql : undefined;
};

const findProblem = async (
  client: ReturnType<typeof openClient>,
  { text, values, source }: RecordedStatement,
) => {
  const sql = toExplainable(text);
  if (sql === undefined) return undefined;
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${sql}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    if (source in SPANNING_FILES) return undefined;
    const taskCounts = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
    if (taskCounts.some((count) => count > 1)) return `runs on ${Math.max(...taskCounts)} shards`;
    if (plan.includes('Could not get remote plan')) return 'fails on the node';
    return /Distributed Subplan|pull to coordinator|repartition/.test(plan)
      ? 'copies rows between nodes'
      : undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

const clusterUrl = process.env.CITUS_DATABASE_URL?.trim();
const folder = process.argv[2];
if (!clusterUrl || folder === undefined) {
  process.stderr.write('Set CITUS_DATABASE_URL, and pass the folder with the recorded statements.\n');
  process.exit(NOT_CHECKED);
}
const database = await createDistributedDatabase(clusterUrl);
const client = openClient({ connectionString: database.url });
await client.connect();
const statements = readStatements(folder);
for (const statement of statements) {
  const problem = await findProblem(client, statement);
  if (problem === undefined) continue;
  process.stdout.write(`${statement.source}: ${problem}: ${statement.text.replaceAll(/\s+/g, ' ').trim()}\n`);
  process.exitCode = 1;
}
await client.end();
await database.drop();
process.stdout.write(`Planned ${statements.length} statements.\n`);
