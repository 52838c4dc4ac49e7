import assert from 'node:assert/strict';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { type TestContext, test } from 'node:test';
import fastify from 'fastify';
import { runAs } from '#service/admission/caller.ts';
import { acquireResponseSlot, limitLongResponses } from './long-responses.ts';

/** A server with two lists per user: nobody ever reads `/tenant/user`, and `/tenant/user?read` ends immediately. */
const serve = async (t: TestContext) => {
  const app = fastify();
  const longResponses = limitLongResponses(app);
  app.setErrorHandler((_error, _request, reply) => reply.code(429).send());
  app.addHook('onRequest', (request, _reply, done) => {
    const [, tenant = '', user = ''] = request.url.split(/[/?]/);
    runAs({ tenant, user }, done);
  });
  app.get('/:tenant/:user', async (request, reply) => {
    await acquireResponseSlot(reply);
    reply.hijack();
    reply.raw.write('first rows');
    if (request.url.endsWith('?read')) reply.raw.end();
    else longResponses.setUnread(reply, true);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const sent: ClientRequest[] = [];
  t.after(async () => {
    for (const request of sent) request.destroy();
    await app.close();
  });
  const open = (path: string) =>
    new Promise<{ status: number; disconnected: Promise<void> }>((resolve, reject) => {
      const onResponse = (response: IncomingMessage) => {
        const disconnected = new Promise<void>((gone) => response.on('error', () => gone()));
        response.resume();
        resolve({ status: response.statusCode!, disconnected });
      };
      sent.push(get({ host: '127.0.0.1', port, path, agent: false }, onResponse).on('error', reject));
    });
  return { open, longResponses };
};

test('a user’s unread lists stay open while no one is waiting, and then the oldest is disconnected', async (t) => {
  const { open, longResponses } = await serve(t);
  const first = await open('/works/anna');
  for (let list = 1; list < 4; list++) await open('/works/anna');
  assert.equal(longResponses.queue.load().held, 4);
  assert.equal((await open('/works/bram?read')).status, 200);
  assert.equal(longResponses.stalled(), 0);
  assert.equal((await open('/works/anna?read')).status, 200);
  await first.disconnected;
  assert.equal(longResponses.stalled(), 1);
});

test('when four users leave all of a tenant’s lists unread, a colleague gets a list, and other tenants keep theirs', async (t) => {
  const { open, longResponses } = await serve(t);
  const elsewhere = await open('/other/anna');
  const first = await open('/works/1');
  for (let list = 1; list < 16; list++) await open(`/works/${1 + Math.floor(list / 4)}`);
  assert.equal((await open('/works/colleague?read')).status, 200);
  await first.disconnected;
  assert.equal(longResponses.stalled(), 1);
  const isKept = await Promise.race([elsewhere.disconnected.then(() => false), Promise.resolve(true)]);
  assert.ok(isKept);
});
