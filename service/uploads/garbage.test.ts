import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { findGarbage, isSuspicious, type KnownUpload } from './garbage.ts';
import { formatPieceKey, formatStoredKey, formatThumbnailKey } from './stored-names.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const DAY = 86_400_000;
const createFile = (key: string, ageInDays: number) => ({
  key,
  bytes: 1,
  modifiedAt: new Date(NOW - ageInDays * DAY),
});

const createIds = () => ({ tenant_id: 7, inspection_id: randomUUID(), upload_id: randomUUID() });

test('a file referenced by a row is never garbage, whatever its age', () => {
  const storedAs = randomUUID();
  const complete: KnownUpload = { ...createIds(), stored_as: storedAs, pieces: [] };
  const piece = { start: 1_048_576, bytes: 5, name: randomUUID() };
  const unfinished: KnownUpload = { ...createIds(), stored_as: null, pieces: [piece] };
  const files = [
    formatStoredKey(complete, storedAs),
    formatThumbnailKey(complete, storedAs),
    formatPieceKey(unfinished, piece),
  ];
  const old = files.map((key) => createFile(key, 4_000));
  assert.deepEqual(findGarbage(old, [complete, unfinished], NOW), []);
  assert.deepEqual(findGarbage(old, [], NOW), files);
});

test('a file without a row becomes garbage after a week', () => {
  const storedAs = randomUUID();
  const complete: KnownUpload = { ...createIds(), stored_as: storedAs, pieces: [] };
  const names = [
    formatPieceKey(complete, { start: 0, name: randomUUID() }),
    formatStoredKey(complete, randomUUID()),
    `${formatStoredKey(complete, storedAs)}.writing-${randomUUID()}`,
  ];
  assert.deepEqual(
    findGarbage(
      names.map((key) => createFile(key, 7.01)),
      [complete],
      NOW,
    ),
    names,
  );
  assert.deepEqual(
    findGarbage(
      names.map((key) => createFile(key, 6.99)),
      [complete],
      NOW,
    ),
    [],
  );
});

test('ignores files whose names this service would not create', () => {
  const strange = ['backup.tar', '7/notes', '7/x/y/z', `7/${randomUUID()}/${randomUUID()}/deep/er`];
  assert.deepEqual(
    findGarbage(
      strange.map((key) => createFile(key, 4_000)),
      [],
      NOW,
    ),
    [],
  );
});

test("another upload's file is garbage even if it has the same name", () => {
  const storedAs = randomUUID();
  const upload: KnownUpload = { ...createIds(), stored_as: storedAs, pieces: [] };
  const otherKey = formatStoredKey({ ...upload, tenant_id: 8 }, storedAs);
  assert.deepEqual(findGarbage([createFile(otherKey, 8)], [upload], NOW), [otherKey]);
});

test('a large share of garbage indicates a wrong database', () => {
  assert.equal(isSuspicious(100, 100), false);
  assert.equal(isSuspicious(101, 200), true);
  assert.equal(isSuspicious(101, 100_000), false);
});
