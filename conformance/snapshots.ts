import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Recordings of a complete run: the server's SQL statements, and the responses of `/api/v1`. */
const SNAPSHOTS = ['statements.txt', 'replies.txt'] as const;

/** The recorded lines, sorted and deduplicated because rule files run concurrently and in any order. */
const readRecord = (folder: string, name: string): string[] =>
  [...new Set(readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))].sort();

const resolvePath = (name: string) => resolve(import.meta.dirname, 'snapshots', name);

export const updateSnapshots = (folder: string): void => {
  for (const name of SNAPSHOTS) writeFileSync(resolvePath(name), `${readRecord(folder, name).join('\n')}\n`);
};

/** The differences between this run and the snapshots, one per line: + marks a new line and - a missing one. */
export const compareSnapshots = (folder: string): string[] =>
  SNAPSHOTS.flatMap((name) => {
    const recorded = new Set(readRecord(folder, name));
    const expected = new Set(readFileSync(resolvePath(name), 'utf8').split('\n').filter(Boolean));
    return [
      ...[...recorded].filter((line) => !expected.has(line)).map((line) => `+ ${name}: ${line}`),
      ...[...expected].filter((line) => !recorded.has(line)).map((line) => `- ${name}: ${line}`),
    ];
  });
