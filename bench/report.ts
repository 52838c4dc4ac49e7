import { writeFile } from 'node:fs/promises';
import { arch, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import { isMet, type MeasuredLoad, type Measurement, type Spread } from './measurement.ts';
import type { Options } from './options.ts';

const RESULTS_FILE = join(import.meta.dirname, 'results.json');

/** A benchmark that did not complete. The others are unaffected. */
export type Failure = { id: string; reason: string };

export type RunInfo = { startedAt: string; postgres: string; options: Options };

const describeMachine = () => ({
  processors: cpus().length,
  model: cpus()[0]?.model ?? 'unknown',
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${arch()}`,
  node: process.version,
});

export const writeResults = async (
  { startedAt, postgres, options }: RunInfo,
  measurements: readonly Measurement[],
): Promise<void> => {
  const results = {
    startedAt,
    machine: describeMachine(),
    postgres,
    seconds: options.seconds,
    rounds: options.rounds,
    measurements: measurements.map((measurement) => ({ ...measurement, isMet: isMet(measurement) })),
  };
  await writeFile(RESULTS_FILE, `${JSON.stringify(results, null, 2)}\n`);
};

export const formatReport = (
  { postgres, options }: RunInfo,
  measurements: readonly Measurement[],
  failures: readonly Failure[],
): string => {
  const { processors, model, node } = describeMachine();
  const overloadedCounts = measurements.map(({ rounds }) => countOverloaded(rounds));
  // Shown only if there are any.
  const showOverloaded = overloadedCounts.some((count) => count > 0);
  const rows = measurements.map((measurement, index) => {
    const { id, work, ratio, target, p99, processorTime, measured, against, errors } = measurement;
    return [
      id,
      work,
      measured,
      against,
      formatSpread(ratio),
      `≥ ${target.toFixed(2)}`,
      p99 === undefined
        ? ''
        : `${formatSpread(p99.ratio)}${p99.target === undefined ? '' : ` ≤ ${p99.target}`}`,
      processorTime ? `${processorTime.measured} / ${processorTime.against}` : '',
      processorTime ? formatSpread(processorTime.ratio) : '',
      String(errors),
      ...(showOverloaded ? [String(overloadedCounts[index])] : []),
      isMet(measurement) ? 'met' : 'not met',
    ];
  });
  return [
    '',
    ...formatTable([showOverloaded ? HEADINGS.toSpliced(-1, 0, '429/503') : HEADINGS, ...rows]),
    '',
    // Rows of one benchmark often have the same note.
    ...new Set(measurements.map(({ id, note }) => `${id}: ${note}.`)),
    ...failures.map(({ id, reason }) => `${id}: not measured: ${reason}`),
    'CPU per request is that of the server + PostgreSQL, for the service / for what it is compared with. Every ratio is better if it is higher, except p99.',
    `Medians of ${options.rounds} rounds of ${options.seconds} s, with minimum and maximum in brackets. Node ${node}, ${postgres}.`,
    `The server, PostgreSQL and the load generator share ${processors} processors (${model}). The load generator moves every ratio towards 1.`,
    '',
  ].join('\n');
};

const countOverloaded = (rounds: Measurement['rounds']) =>
  rounds.flatMap(Object.values<MeasuredLoad>).reduce((sum, { overloaded = 0 }) => sum + overloaded, 0);

const HEADINGS = [
  '#',
  'Work',
  'Service',
  'Compared with',
  'Ratio',
  'Target',
  'p99',
  'ms of CPU per request',
  'CPU ratio',
  'Errors',
  '',
];

const formatSpread = ({ median, min, max }: Spread) =>
  `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;

const formatTable = (rows: readonly string[][]): string[] => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const formatLine = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  const [headings, ...remainingLines] = rows.map(formatLine);
  return [headings!, widths.map((width) => '─'.repeat(width)).join('  '), ...remainingLines];
};
