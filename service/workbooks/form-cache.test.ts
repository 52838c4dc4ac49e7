import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { createFormCache, type FormCache } from './form-cache.ts';

const { form } = compileForm({ fields: [{ name: 'Height', type: 'integer' }] });
const add = (cache: FormCache, tenantId: number, versionId: string, bytes: number) =>
  cache.add(tenantId, versionId, { form, bytes });
const has = (cache: FormCache, tenantId: number, versionId: string) =>
  cache.find(tenantId, versionId) !== undefined;

test('the least recently used forms are evicted', () => {
  const cache = createFormCache(100);
  for (const versionId of ['a', 'b', 'c']) add(cache, 1, versionId, 30);
  assert.ok(has(cache, 1, 'a'));
  add(cache, 1, 'd', 60);
  assert.deepEqual(
    ['b', 'c', 'a', 'd'].map((versionId) => has(cache, 1, versionId)),
    [false, false, true, true],
  );
});

test('a tenant with many forms does not evict those of other tenants', () => {
  const cache = createFormCache(100);
  add(cache, 1, 'a', 30);
  for (let version = 0; version < 50; version++) add(cache, 2, `version ${version}`, 20);
  assert.ok(has(cache, 1, 'a'));
  assert.deepEqual(
    [46, 47, 48, 49].map((version) => has(cache, 2, `version ${version}`)),
    [false, true, true, true],
  );
  add(cache, 3, 'b', 20);
  assert.deepEqual([has(cache, 2, 'version 47'), has(cache, 2, 'version 48')], [false, true]);
  assert.deepEqual([has(cache, 1, 'a'), has(cache, 3, 'b')], [true, true]);
});

test('a form added twice counts once, and a form larger than the cache is not stored', () => {
  const cache = createFormCache(100);
  add(cache, 1, 'a', 60);
  add(cache, 1, 'a', 60);
  add(cache, 1, 'b', 40);
  assert.deepEqual([has(cache, 1, 'a'), has(cache, 1, 'b')], [true, true]);
  add(cache, 2, 'c', 101);
  assert.deepEqual([has(cache, 1, 'a'), has(cache, 1, 'b'), has(cache, 2, 'c')], [true, true, false]);
});
