import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DamagedSetError, formatManifest, listParts, type Manifest, parseManifest } from './manifest.ts';

const SET = '2026-11-22t03-00-00-000z';
const PART = { name: 'tables/task.0001.zst', bytes: 900, sha256: 'a'.repeat(64) };
const MANIFEST: Manifest = {
  format: 1,
  set: SET,
  product: '0.1.0',
  postgres: '15.18 (Debian 15.18-0+deb12u1)',
  snapshotAt: '2026-11-22T03:00:01.250Z',
  finishedAt: '2026-11-22T03:00:05.000Z',
  schema: 46,
  migrations: [1, 46],
  epoch: '9007199254740993',
  tenants: 1,
  tables: { task: { rows: 3, columns: ['task_id'], members: [PART] } },
  sequences: [{ table: 'tenant', column: 'tenant_id', last: '7', isCalled: true }],
  files: {
    count: 1,
    bytes: 10,
    members: [{ ...PART, name: 'files.0001.zst' }],
    missing: ['1/a'],
    lostPieces: [{ tenantId: 1, uploadId: '0199b0a0-0000-7000-8000-000000000000' }],
  },
  key: null,
};

const KEY = `sets/${SET}/manifest.json`;
const formatAndParse = (manifest: unknown) =>
  parseManifest(formatManifest(manifest as Manifest), { set: SET, key: KEY });

test('a manifest survives a round trip through formatting and parsing', () => {
  assert.deepEqual(formatAndParse(MANIFEST), MANIFEST);
  // A later version of the same format may write additional properties.
  assert.doesNotThrow(() => formatAndParse({ ...MANIFEST, comment: 'by hand' }));
});

/** Lists all paths in a document, each as a list of property names. */
const listPaths = (value: unknown): string[][] =>
  typeof value === 'object' && value !== null
    ? [
        [],
        ...Object.entries(value).flatMap(([name, child]) => listPaths(child).map((rest) => [name, ...rest])),
      ]
    : [[]];

const replaceAt = (value: unknown, [step, ...rest]: string[], replacement: unknown): unknown => {
  if (step === undefined) return replacement;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[step] = replaceAt(copy[step], rest, replacement);
  return copy;
};

test('a manifest with an arbitrary value at any path is read, or rejected with an error that names the file', () => {
  fc.assert(
    fc.property(fc.constantFrom(...listPaths(MANIFEST)), fc.jsonValue(), (path, value) => {
      try {
        for (const { name, bytes } of listParts(formatAndParse(replaceAt(MANIFEST, path, value)))) {
          assert.match(name, /^(files|tables\/[a-z_0-9]+)\.\d+\.zst$/);
          assert.ok(bytes > 0 && bytes <= 2 ** 26);
        }
      } catch (error) {
        if (!(error instanceof DamagedSetError))
          assert.match(String(error), /has the format \d+; this version/);
        else assert.ok(error.message.startsWith(KEY), error.message);
      }
    }),
    { numRuns: 2_000 },
  );
});
