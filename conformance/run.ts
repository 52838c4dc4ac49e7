import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { formatCoverageTable, listRuleFiles, readRuleTests } from './coverage.ts';
import { compareSnapshots, updateSnapshots } from './snapshots.ts';
import { startServer } from './start-server.ts';

const USAGE = `npm run conformance -- [--base-url URL] [PART …]
       npm run conformance -- --update-snapshots

Tests a server's task interface against every rule in the contract and the decisions.

  --base-url URL      the server to test, provisioned with conformance/organisation.yaml;
                      without it, a server is started for the run
  PART                run only the rule files whose name contains PART, such as bulk or change
  --table             update the table of rules and tests in conformance/README.md
  --update-snapshots  write the server's SQL statements and responses to conformance/snapshots
                      instead of comparing them, after an intended change
  --help              show this text

Exit codes: 0 all tests passed, 1 a test failed, 2 nothing could be tested.
`;

/** Rule files spend most of their time waiting for the server. On two cores, more concurrency saves no time. */
const CONCURRENT_FILES = 3;
const TEST_TIMEOUT_MS = 120_000;

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'base-url': { type: 'string' },
      table: { type: 'boolean', default: false },
      'update-snapshots': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void process.stdout.write(USAGE);
  if (values.table) return writeTable();

  const files = findRuleFiles(positionals);
  const baseUrl = values['base-url'];
  if (baseUrl !== undefined) return runTests(requireUrl(baseUrl), files);

  const recordFolder = await mkdtemp(join(tmpdir(), 'ronda-record-'));
  const { url, stop } = await startServer(join(recordFolder, 'statements.txt'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().then(() => process.exit(1)));
  }
  try {
    await runTests(url, files, ['--replies', join(recordFolder, 'replies.txt')]);
  } finally {
    await stop();
  }
  if (values['update-snapshots']) updateSnapshots(recordFolder);
  else if (positionals.length === 0 && process.exitCode === undefined) checkSnapshots(recordFolder);
  await rm(recordFolder, { recursive: true });
};

const checkSnapshots = (recordFolder: string) => {
  const differences = compareSnapshots(recordFolder);
  if (differences.length === 0) return;
  process.stdout.write(
    `${differences.join('\n')}\nThese lines differ from conformance/snapshots. If this is intended, run: npm run conformance -- --update-snapshots\n`,
  );
  process.exitCode = 1;
};

const runTests = async (url: string, files: string[], extraArguments: string[] = []): Promise<void> => {
  const tests = run({
    files,
    argv: ['--base-url', url, ...extraArguments],
    concurrency: CONCURRENT_FILES,
    timeout: TEST_TIMEOUT_MS,
  });
  tests.on('test:fail', () => {
    process.exitCode = 1;
  });
  for await (const text of tests.compose(spec)) process.stdout.write(text);
};

const findRuleFiles = (parts: string[]): string[] => {
  const files = listRuleFiles();
  const getFileName = (file: string) => file.slice(import.meta.dirname.length + 1);
  const unmatchedPart = parts.find((part) => !files.some((file) => getFileName(file).includes(part)));
  if (unmatchedPart !== undefined)
    throw new Error(
      `No rule file name contains "${unmatchedPart}". The files are: ${files.map(getFileName).join(', ')}.`,
    );
  return parts.length === 0
    ? files
    : files.filter((file) => parts.some((part) => getFileName(file).includes(part)));
};

const requireUrl = (text: string): string => {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return text;
  throw new Error(`--base-url is "${text}". It must be an http or https URL, such as http://127.0.0.1:8080.`);
};

const writeTable = () => {
  const path = resolve(import.meta.dirname, 'README.md');
  const readme = readFileSync(path, 'utf8');
  const introduction = readme.slice(0, readme.indexOf('| Rule |'));
  writeFileSync(path, `${introduction}${formatCoverageTable(readRuleTests())}\n`);
};

try {
  await main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
