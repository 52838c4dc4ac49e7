import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutUploads } from './cut-uploads.ts';

test('pictures arrive whole over connections that are cut, though the server is killed (R17)', async (t) => {
  await using stage = new AsyncDisposableStack();
  const options = {
    pictures: 8,
    picture: { width: 900, height: 700, sigma: 60 },
    cutEvery: 200_000,
    atOnce: 2,
    kills: 1,
    workers: 1,
  };
  const { violations, figures } = await cutUploads(stage, options, () => {});
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations.slice(0, 10), []);
  assert.ok(Number(figures['connections cut']) > 8);
});
