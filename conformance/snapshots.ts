import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Recordings of a complete run: the server's SQL statements, and the responses of `/api/v1`. */
const SNAPSHOT_FILES = ['statements.txt', 'replies.txt'] as const;

/** Returns the recorded lines, sorted and deduplicated: rule files run concurrently, in any order. */
const readRecordedLines = (folder: string, name: string): string[] =>
  [...new Set(readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))].sort();

const resolvePath = (name: string) => resolve(import.meta.dirname, 'snapshots', name);

export const updateSnapshots = (folder: string): void => {
  for (const name of SNAPSHOT_FILES)
    writeFileSync(resolvePath(name), `${readRecordedLines(folder, name).join('\n')}\n`);
};

/** Returns the lines that differ between this run and the snapshots: + marks new lines, - marks missing ones. */
export const compareSnapshots = (folder: string): string[] =>
  SNAPSHOT_FILES.flatMap((name) => {
    const recorded = new Set(readRecordedLines(folder, name));
    const expected = new Set(readFileSync(resolvePath(name), 'utf8').split('\n').filter(Boolean));
    return [
      ...[...recorded].filter((line) => !expected.has(line)).map((line) => `+ ${name}: ${line}`),
      ...[...expected].filter((line) => !recorded.has(line)).map((line) => `- ${name}: ${line}`),
    ];
  });
