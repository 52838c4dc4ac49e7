import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '#service/testing/start-service.ts';

const VIEWS = '/api/v1/views';
const LATE_VIEW = { kind: 'tasks', name: 'Late', query: { due: 'late' } };

test('a retry gets the same ETag and Location as the first request', async (t) => {
  const anna = await (await startService(t)).as('anna');
  const send = () => anna.post(VIEWS, LATE_VIEW, { 'idempotency-key': 'K' });
  const first = await send();
  const retried = await send();
  assert.equal(first.headers.get('location'), `${VIEWS}/${first.body.id}`);
  assert.equal(first.headers.get('etag'), '"1"');
  assert.deepEqual(retried.body, first.body);
  for (const name of ['location', 'etag']) assert.equal(retried.headers.get(name), first.headers.get(name));
});

test('operations without preconditions ignore If-Match, and all other operations check it first', async (t) => {
  const anna = await (await startService(t)).as('anna');
  const { body: view } = await anna.post(VIEWS, LATE_VIEW, { 'if-match': 'no entity tag' });
  const path = `${VIEWS}/${view.id}`;
  assert.equal((await anna.request('GET', path, undefined, { 'if-match': 'no entity tag' })).status, 200);
  const unknown = `${VIEWS}/00000000-0000-4000-8000-000000000000`;
  assert.equal((await anna.request('PATCH', unknown, { name: 'Mine' })).status, 428);
  assert.equal((await anna.request('DELETE', path, undefined, { 'if-match': 'no entity tag' })).status, 422);
});
