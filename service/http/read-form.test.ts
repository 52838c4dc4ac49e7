import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { acceptForms, readForm } from './read-form.ts';

test('reads spaces and percent-encoded characters as URLSearchParams does', () => {
  for (const text of [
    'a=1+2&b=%2B+%2b&+c+=+',
    'a=+é+%C3%A9+%',
    '+=+&++=%20',
    'a= b&c=d+e=f',
    '?+=1',
    '+?=1',
  ]) {
    assert.deepEqual([...readForm(Buffer.from(text))], [...new URLSearchParams(text)], text);
  }
});

test('passes no plus sign to URLSearchParams, which is slow to replace it', (t) => {
  const NativeParams = URLSearchParams;
  const parsed: string[] = [];
  t.mock.property(
    globalThis,
    'URLSearchParams',
    class extends NativeParams {
      constructor(pair: string) {
        super(pair);
        parsed.push(pair);
      }
    } as typeof URLSearchParams,
  );
  assert.equal(readForm(Buffer.from('a=+++')).get('a'), '   ');
  assert.deepEqual(parsed, ['a=   ']);
});

test('a form waits for a turn or a slot before being parsed', async (t) => {
  const app = fastify();
  t.after(() => app.close());
  const entered: number[] = [];
  app.decorate('largeRequests', {
    queues: {} as never,
    enter: async (_request, bytes) => void entered.push(bytes),
    acquireLargeRequestSlot: () => assert.fail(),
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
