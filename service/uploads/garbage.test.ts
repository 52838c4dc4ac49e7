import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { findGarbage, isSuspicious, type KnownUpload } from './garbage.ts';
import { pieceKey, storedKey, thumbnailKey } from './stored-names.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const DAY = 86_400_000;
const fileOf = (key: string, ageInDays: number) => ({
  key,
  bytes: 1,
  modifiedAt: new Date(NOW - ageInDays * DAY),
});

const idsOf = () => ({ tenant_id: 7, inspection_id: randomUUID(), upload_id: randomUUID() });

test('a file that a row refers to is never garbage at any age', () => {
  const storedAs = randomUUID();
  const arrived: KnownUpload = { ...idsOf(), stored_as: storedAs, pieces: [] };
  const piece = { start: 1_048_576, bytes: 5, name: randomUUID() };
  const arriving: KnownUpload = { ...idsOf(), stored_as: null, pieces: [piece] };
  const files = [storedKey(arrived, storedAs), thumbnailKey(arrived, storedAs), pieceKey(arriving, piece)];
  const old = files.map((key) => fileOf(key, 4_000));
  assert.deepEqual(findGarbage(old, [arrived, arriving], NOW), []);
  assert.deepEqual(findGarbage(old, [], NOW), files);
});

test('a file without a row becomes garbage after a week', () => {
  const storedAs = randomUUID();
  const arrived: KnownUpload = { ...idsOf(), stored_as: storedAs, pieces: [] };
  const names = [
    pieceKey(arrived, { start: 0, name: randomUUID() }),
    storedKey(arrived, randomUUID()),
    `${storedKey(arrived, storedAs)}.writing-${randomUUID()}`,
  ];
  assert.deepEqual(
    findGarbage(
      names.map((key) => fileOf(key, 7.01)),
      [arrived],
      NOW,
    ),
    names,
  );
  assert.deepEqual(
    findGarbage(
      names.map((key) => fileOf(key, 6.99)),
      [arrived],
      NOW,
    ),
    [],
  );
});

test('ignores files whose names this service does not create', () => {
  const strange = ['backup.tar', '7/notes', '7/x/y/z', `7/${randomUUID()}/${randomUUID()}/deep/er`];
  assert.deepEqual(
    findGarbage(
      strange.map((key) => fileOf(key, 4_000)),
      [],
      NOW,
    ),
    [],
  );
});

test('a file of another upload is garbage even with the same name', () => {
  const storedAs = randomUUID();
  const upload: KnownUpload = { ...idsOf(), stored_as: storedAs, pieces: [] };
  const otherKey = storedKey({ ...upload, tenant_id: 8 }, storedAs);
  assert.deepEqual(findGarbage([fileOf(otherKey, 8)], [upload], NOW), [otherKey]);
});

test('a large share of garbage indicates a wrong database', () => {
  assert.equal(isSuspicious(100, 100), false);
  assert.equal(isSuspicious(101, 200), true);
  assert.equal(isSuspicious(101, 100_000), false);
});
