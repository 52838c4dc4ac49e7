import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { formatClosingLine } from './closing-line.ts';
import { NOT_CHECKED } from './exit-codes.ts';

/**
 * The commands of a live step write directly to the terminal. If a step could not check anything because an external
 * service did not respond, the last line of the run contains the clause `warning`.
 */
export type Step = { name: string; commands: Command[]; isLive?: boolean; warning?: string };
export type Command = { arguments: string[]; name?: string };

const root = resolve(import.meta.dirname, '..');
const CONCURRENCY = Math.min(4, Math.max(2, availableParallelism()));
/** Without a time limit, a test that leaves a server running would hang the run. */
const COMMAND_TIMEOUT_MS = 15 * 60_000;

/** Files in the same folder share processes: loading the service often takes longer than running the tests. */
export const createTestStep = (
  files: string[],
  {
    filesPerProcess,
    timeoutMs,
    nodeArguments = [],
  }: { filesPerProcess: number; timeoutMs: number; nodeArguments?: readonly string[] },
): Step => ({
  name: `tests in ${files.length} files`,
  commands: splitIntoBatches(files, filesPerProcess).map((batch) => ({
    name: formatBatchName(batch),
    arguments: [
      ...nodeArguments,
      '--test',
      '--test-isolation=none',
      `--test-timeout=${timeoutMs}`,
      '--test-reporter=spec',
      ...batch,
    ],
  })),
});

const splitIntoBatches = (files: string[], filesPerProcess: number): string[][] =>
  [...Map.groupBy(files, getFolder).values()].flatMap((folder) =>
    Array.from({ length: Math.ceil(folder.length / filesPerProcess) }, (_, index) =>
      folder.slice(index * filesPerProcess, (index + 1) * filesPerProcess),
    ),
  );

const getFolder = (file: string) => file.slice(0, file.indexOf('/'));

const formatBatchName = (batch: string[]) => {
  const [first, last] = [batch[0]!, batch.at(-1)!];
  return first === last ? first : `${first} to ${last}, ${batch.length} files`;
};

export const filterFiles = (files: string[], pathParts: string[]) => {
  const unmatched = pathParts.find((part) => !files.some((file) => file.includes(part)));
  if (unmatched !== undefined) {
    fail(`No test file has "${unmatched}" in its path. Paths start at the root, such as service/tasks.`);
  }
  return files.filter((file) => pathParts.some((part) => file.includes(part)));
};

/** Exits at the first failing step. */
export const runSteps = async (steps: readonly Step[]): Promise<void> => {
  const startedAt = performance.now();
  const warnings: string[] = [];
  for (const [index, step] of steps.entries()) {
    const wasChecked = await runStep(step, `[${index + 1}/${steps.length}] ${step.name}`);
    if (!wasChecked && step.warning !== undefined) warnings.push(step.warning);
  }
  print(`${formatClosingLine(formatSecondsSince(startedAt), warnings)}\n`);
};

/** Returns whether every check could run. Exits if a check failed. */
const runStep = async ({ commands, isLive = false, warning }: Step, title: string): Promise<boolean> => {
  const isListed = isLive || commands.some((command) => command.name);
  print(isListed ? `${title}\n` : `${title} … `);
  const startedAt = performance.now();
  const remainingCommands = [...commands];
  const failures: CommandOutcome[] = [];
  let wasChecked = true;
  const runCommands = async () => {
    for (let command = remainingCommands.shift(); command; command = remainingCommands.shift()) {
      const commandStartedAt = performance.now();
      const outcome = await runCommand(command, isLive);
      if (command.name)
        print(
          `  ${command.name}: ${outcome.code === 0 ? '' : 'failed after '}${formatSecondsSince(commandStartedAt)}\n`,
        );
      if (warning !== undefined && outcome.code === NOT_CHECKED) wasChecked = false;
      else if (outcome.code !== 0) failures.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runCommands));

  const [failure] = failures;
  if (failure === undefined) {
    print(isListed ? `${title}: ${formatSecondsSince(startedAt)}\n\n` : `${formatSecondsSince(startedAt)}\n`);
    return wasChecked;
  }
  print(isListed ? '' : 'failed\n\n');
  for (const { command, output } of isLive ? [] : failures)
    print(`$ node ${command.arguments.join(' ')}\n${output}\n`);
  return fail(`${title}: failed after ${formatSecondsSince(startedAt)}.`, failure.code);
};

type CommandOutcome = { command: Command; code: number; output: string };

const runCommand = (command: Command, isLive: boolean): Promise<CommandOutcome> =>
  new Promise((resolveOutcome, reject) => {
    const child = spawn(process.execPath, command.arguments, {
      cwd: root,
      // Stripping types and compiling take half the time needed to load the service.
      env: { NODE_COMPILE_CACHE: resolve(root, 'node_modules/.cache/node'), ...process.env },
      stdio: isLive ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const timeoutTimer = setTimeout(() => {
      output += `Stopped after ${COMMAND_TIMEOUT_MS / 60_000} minutes.\n`;
      child.kill('SIGKILL');
      // Child processes may keep these streams open.
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, COMMAND_TIMEOUT_MS);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timeoutTimer);
      resolveOutcome({ command, code: code ?? 1, output });
    });
  });

export const findFiles = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', 'data/**', '{portal,inspector}/dist*/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();

const print = (text: string) => void process.stdout.write(text);
const formatSecondsSince = (startedAt: number) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

export const fail = (message: string, code = 1): never => {
  print(`${message}\n`);
  process.exit(code);
};
