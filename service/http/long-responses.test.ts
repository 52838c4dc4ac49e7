import assert from 'node:assert/strict';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { type TestContext, test } from 'node:test';
import fastify from 'fastify';
import { runAs } from '#service/admission/caller.ts';
import { acquireResponseSlot, limitLongResponses } from './long-responses.ts';

/**
 * Starts a server with two lists per user. The client never reads the list at `/tenant/user`, and the one at
 * `/tenant/user?read` ends immediately.
 */
const startServer = async (t: TestContext) => {
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
  const requests: ClientRequest[] = [];
  t.after(async () => {
    for (const request of requests) request.destroy();
    await app.close();
  });
  const requestList = (path: string) =>
    new Promise<{ status: number; disconnected: Promise<void> }>((resolve, reject) => {
      const onResponse = (response: IncomingMessage) => {
        const disconnected = new Promise<void>((onDisconnect) => response.on('error', () => onDisconnect()));
        response.resume();
        resolve({ status: response.statusCode!, disconnected });
      };
      requests.push(get({ host: '127.0.0.1', port, path, agent: false }, onResponse).on('error', reject));
    });
  return { requestList, longResponses };
};

test('a user’s unread lists stay open while no one is waiting, and then the oldest is disconnected', async (t) => {
  const { requestList, longResponses } = await startServer(t);
  const first = await requestList('/works/anna');
  for (let list = 1; list < 4; list++) await requestList('/works/anna');
  assert.equal(longResponses.queue.getLoad().held, 4);
  assert.equal((await requestList('/works/bram?read')).status, 200);
  assert.equal(longResponses.countStalled(), 0);
  assert.equal((await requestList('/works/anna?read')).status, 200);
  await first.disconnected;
  assert.equal(longResponses.countStalled(), 1);
});

test('when four users leave all of a tenant’s lists unread, a colleague gets a list, and other tenants keep theirs', async (t) => {
  const { requestList, longResponses } = await startServer(t);
  const otherTenantsList = await requestList('/other/anna');
  const first = await requestList('/works/1');
  for (let list = 1; list < 16; list++) await requestList(`/works/${1 + Math.floor(list / 4)}`);
  assert.equal((await requestList('/works/colleague?read')).status, 200);
  await first.disconnected;
  assert.equal(longResponses.countStalled(), 1);
  const isStillOpen = await Promise.race([
    otherTenantsList.disconnected.then(() => false),
    Promise.resolve(true),
  ]);
  assert.ok(isStillOpen);
});
