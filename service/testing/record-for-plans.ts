import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openClient } from '#service/database/connect.ts';

/*
 * Preload this in tests or a server with `node --import record-for-plans.ts?to=FOLDER`. Writes the distinct statements of
 * the service to a file in FOLDER on exit, each with values that it was run with (tools/plan-on-citus.ts).
 */

export type RecordedStatement = { text: string; values: unknown[]; source: string };

const folder = new URL(import.meta.url).searchParams.get('to');
if (folder === null) throw new Error('Set the output folder: record-for-plans.ts?to=FOLDER');

const MAX_VALUE_LENGTH = 100_000;
const ROOT = new URL('../../', import.meta.url).href;
const IGNORED_CALLERS = /^service\/(?:database|testing\/record-for-plans)|^node_modules/;
const CALLERS_OUTSIDE_SERVICE = /\.test\.ts$|\/testing\/|^(?:faults|bench|tools|conformance)\//;
Error.stackTraceLimit = 50;

const recordedStatements = new Map<string, RecordedStatement | undefined>();
const client = Object.getPrototypeOf(openClient({ connectionString: '' })) as {
  query: (...args: unknown[]) => unknown;
};
const originalQuery = client.query;
client.query = function (this: unknown, ...args) {
  const { text, values } = readQuery(args);
  if (text !== undefined && !recordedStatements.has(text)) {
    const source = findSource();
    const isRecorded = source !== undefined && JSON.stringify(values).length < MAX_VALUE_LENGTH;
    recordedStatements.set(text, isRecorded ? { text, values, source } : undefined);
  }
  return originalQuery.apply(this, args);
};

const readQuery = ([query, values]: unknown[]): { text: string | undefined; values: unknown[] } => {
  if (typeof query === 'string') return { text: query, values: Array.isArray(values) ? values : [] };
  const config = query as { text?: string; values?: unknown[]; cursor?: { text: string } };
  return { text: config.text ?? config.cursor?.text, values: config.values ?? [] };
};

/** Returns the first caller outside the database module. Returns undefined if it is a test or a tool. */
const findSource = (): string | undefined => {
  const callers = new Error().stack!.split('\n').flatMap((line) => line.split(ROOT)[1]?.split(':')[0] ?? []);
  const source = callers.find((path) => !IGNORED_CALLERS.test(path));
  return source === undefined || CALLERS_OUTSIDE_SERVICE.test(source) ? undefined : source;
};

process.on('exit', () => {
  const lines = [...recordedStatements.values()].filter((entry) => entry !== undefined);
  if (lines.length > 0) writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(lines));
});
