import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { findGarbage, isProbablyWrongDatabase, type UploadWithPieces } from './garbage.ts';
import { formatPieceKey, formatStoredKey, formatThumbnailKey } from './stored-names.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;
const createFile = (key: string, ageInDays: number) => ({
  key,
  bytes: 1,
  modifiedAt: new Date(NOW - ageInDays * DAY_MS),
});

const createIds = () => ({ tenant_id: 7, inspection_id: randomUUID(), upload_id: randomUUID() });

test('a file referenced by a row is never garbage, however old', () => {
  const storedAs = randomUUID();
  const completeUpload: UploadWithPieces = { ...createIds(), stored_as: storedAs, pieces: [] };
  const piece = { start: 1_048_576, bytes: 5, name: randomUUID() };
  const unfinishedUpload: UploadWithPieces = { ...createIds(), stored_as: null, pieces: [piece] };
  const keys = [
    formatStoredKey(completeUpload, storedAs),
    formatThumbnailKey(completeUpload, storedAs),
    formatPieceKey(unfinishedUpload, piece),
  ];
  const oldFiles = keys.map((key) => createFile(key, 4_000));
  assert.deepEqual(findGarbage(oldFiles, [completeUpload, unfinishedUpload], NOW), []);
  assert.deepEqual(findGarbage(oldFiles, [], NOW), keys);
});

test('a file without a row becomes garbage after a week', () => {
  const storedAs = randomUUID();
  const completeUpload: UploadWithPieces = { ...createIds(), stored_as: storedAs, pieces: [] };
  const keys = [
    formatPieceKey(completeUpload, { start: 0, name: randomUUID() }),
    formatStoredKey(completeUpload, randomUUID()),
    `${formatStoredKey(completeUpload, storedAs)}.writing-${randomUUID()}`,
  ];
  assert.deepEqual(
    findGarbage(
      keys.map((key) => createFile(key, 7.01)),
      [completeUpload],
      NOW,
    ),
    keys,
  );
  assert.deepEqual(
    findGarbage(
      keys.map((key) => createFile(key, 6.99)),
      [completeUpload],
      NOW,
    ),
    [],
  );
});

test('files with names that this service would not create are never garbage', () => {
  const foreignKeys = ['backup.tar', '7/notes', '7/x/y/z', `7/${randomUUID()}/${randomUUID()}/deep/er`];
  assert.deepEqual(
    findGarbage(
      foreignKeys.map((key) => createFile(key, 4_000)),
      [],
      NOW,
    ),
    [],
  );
});

test("another upload's file is garbage even if it has the same name", () => {
  const storedAs = randomUUID();
  const upload: UploadWithPieces = { ...createIds(), stored_as: storedAs, pieces: [] };
  const otherKey = formatStoredKey({ ...upload, tenant_id: 8 }, storedAs);
  assert.deepEqual(findGarbage([createFile(otherKey, 8)], [upload], NOW), [otherKey]);
});

test('many files without a row mean that the database is the wrong one', () => {
  assert.equal(isProbablyWrongDatabase(100, 100), false);
  assert.equal(isProbablyWrongDatabase(101, 200), true);
  assert.equal(isProbablyWrongDatabase(101, 100_000), false);
});
