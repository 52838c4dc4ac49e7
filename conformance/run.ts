import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { coverageTable, readRuleTests, ruleFiles } from './coverage.ts';
import { startOwnServer } from './own-server.ts';

const USAGE = `npm run conformance -- [--base-url ADDRESS] [PART …]

Judges a server of the given interface by every rule of its contract and of the decisions.

  --base-url ADDRESS  the server to judge, provisioned with conformance/organisation.yaml;
                      without it a server is started for the run
  PART                only the rule files whose name contains it, such as bulk or change
  --table             write the table of rules and tests into conformance/README.md
  --help              this text

Exit codes: 0 every rule is kept, 1 one is broken, 2 nothing could be judged.
`;

/** The files wait for the server most of the time; more at once gains nothing on two cores. */
const FILES_AT_ONCE = 3;
const LONGEST_TEST_MS = 120_000;

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'base-url': { type: 'string' },
      table: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void process.stdout.write(USAGE);
  if (values.table) return writeTable();

  const files = filesOf(positionals);
  const given = values['base-url'];
  if (given !== undefined) return judge(checkedAddress(given), files);

  const { address, stop } = await startOwnServer();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().then(() => process.exit(1)));
  }
  try {
    await judge(address, files);
  } finally {
    await stop();
  }
};

const judge = async (address: string, files: string[]): Promise<void> => {
  const tests = run({
    files,
    argv: ['--base-url', address],
    concurrency: FILES_AT_ONCE,
    timeout: LONGEST_TEST_MS,
  });
  tests.on('test:fail', () => {
    process.exitCode = 1;
  });
  for await (const text of tests.compose(spec)) process.stdout.write(text);
};

const filesOf = (parts: string[]): string[] => {
  const files = ruleFiles();
  const name = (file: string) => file.slice(import.meta.dirname.length + 1);
  const unknown = parts.find((part) => !files.some((file) => name(file).includes(part)));
  if (unknown !== undefined)
    throw new Error(`No rule file has "${unknown}" in its name: ${files.map(name).join(', ')}.`);
  return parts.length === 0 ? files : files.filter((file) => parts.some((part) => name(file).includes(part)));
};

const checkedAddress = (text: string): string => {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return text;
  throw new Error(
    `--base-url must be an http or https address, such as http://127.0.0.1:8080; "${text}" was given.`,
  );
};

const writeTable = () => {
  const path = resolve(import.meta.dirname, 'README.md');
  const readme = readFileSync(path, 'utf8');
  const head = readme.slice(0, readme.indexOf('| Rule |'));
  writeFileSync(path, `${head}${coverageTable(readRuleTests())}\n`);
};

try {
  await main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
