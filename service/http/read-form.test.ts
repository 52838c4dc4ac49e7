import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { acceptForms, readForm } from './read-form.ts';

test('spaces and percent-encoded characters in a form are decoded exactly as URLSearchParams does', () => {
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

test('plus signs in a form are replaced before parsing, because URLSearchParams is slow to replace them', (t) => {
  const NativeParams = URLSearchParams;
  const parsedPairs: string[] = [];
  t.mock.property(
    globalThis,
    'URLSearchParams',
    class extends NativeParams {
      constructor(pair: string) {
        super(pair);
        parsedPairs.push(pair);
      }
    } as typeof URLSearchParams,
  );
  assert.equal(readForm(Buffer.from('a=+++')).get('a'), '   ');
  assert.deepEqual(parsedPairs, ['a=   ']);
});

test('a form waits for a turn or a slot before being parsed', async (t) => {
  const app = fastify();
  t.after(() => app.close());
  const admittedSizes: number[] = [];
  app.decorate('largeRequests', {
    queues: {} as never,
    admitBody: async (_request, bytes) => void admittedSizes.push(bytes),
    acquireLargeRequestSlot: () => assert.fail(),
  });
  acceptForms(app, 'application/x-www-form-urlencoded');
  app.post('/', ({ body }) => {
    assert.equal(admittedSizes.length, 1);
    return readForm(body, 100_000).get('a');
  });
  const { body } = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `a=1&b=${'x'.repeat(70_000)}`,
  });
  assert.equal(body, '1');
  assert.deepEqual(admittedSizes, [70_006]);
});
