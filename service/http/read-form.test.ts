import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { acceptForms, readForm } from './read-form.ts';

test('a form waits for a turn or a slot before it is parsed', async (t) => {
  const app = fastify();
  t.after(() => app.close());
  const entered: number[] = [];
  app.decorate('largeRequests', {
    queues: {} as never,
    enter: async (_request, bytes) => void entered.push(bytes),
  });
  acceptForms(app, 'application/x-www-form-urlencoded');
  app.post('/', ({ body }) => {
    assert.equal(entered.length, 1);
    return readForm(body, 100_000).get('a');
  });
  const { body } = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `a=1&b=${'x'.repeat(70_000)}`,
  });
  assert.equal(body, '1');
  assert.deepEqual(entered, [70_006]);
});
