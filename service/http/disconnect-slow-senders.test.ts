import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import fastify from 'fastify';
import { disconnectSlowSenders } from './disconnect-slow-senders.ts';

const TIMEOUTS = {
  body: 200,
  longBody: { bytes: 100, every: 200 },
  fromPhone: { bytes: 20, every: 400 },
};

/** A server whose routes accept any body and return its length. */
const serve = async (t: TestContext) => {
  const app = fastify();
  disconnectSlowSenders(app, TIMEOUTS);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  for (const [path, config] of [
    ['/short', {}],
    ['/long', { isLongBody: true }],
    ['/phone', { isFromPhone: true }],
  ] as const) {
    app.post(path, { config }, async ({ raw }) => {
      let length = 0;
      for await (const chunk of raw) length += chunk.length;
      return { length };
    });
  }
  app.post('/early', async () => 'responded before the whole body arrived');
  await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  const { port } = app.server.address() as { port: number };
  return port;
};

/** The body is announced as `count` chunks, but only `sent` of them are sent. */
type Chunks = { text: string; count: number; every: number; sent?: number };

/**
 * Announces a thousand bytes but sends only five, because a client still writing when the server closes may miss the
 * response.
 */
const TRICKLE: Chunks = { text: 'x', count: 1_000, every: 20, sent: 5 };

/** Sends a request whose body is in chunks. Resolves to the response once the server closes the connection. */
const send = async (port: number, path: string, chunks: Chunks) => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let response = '';
  socket.on('data', (data) => {
    response += data;
    // Most clients stop sending after the response; TRICKLE carries on.
    if (response.includes('{"length"')) socket.end();
  });
  await once(socket, 'connect');
  const length = chunks.text.length * chunks.count;
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: a/b\r\ncontent-length: ${length}\r\n\r\n`);
  let sent = 0;
  const sending = setInterval(() => {
    if (++sent > (chunks.sent ?? chunks.count) || !socket.writable) clearInterval(sending);
    else socket.write(chunks.text);
  }, chunks.every);
  await once(socket, 'close');
  clearInterval(sending);
  return response;
};

test('a client that takes too long to send its body gets 408 and is disconnected', async (t) => {
  const port = await serve(t);
  for (const sent of [5, 0]) {
    const response = await send(port, '/short', { ...TRICKLE, sent });
    assert.match(response, /^HTTP\/1\.1 408 /);
  }
});

test('accepts a body that arrives at the minimum rate, however long it takes', async (t) => {
  const port = await serve(t);
  const steady = await send(port, '/long', { text: 'x'.repeat(500), count: 20, every: 50 });
  assert.match(steady, /{"length":10000}/);
  const trickle = await send(port, '/long', TRICKLE);
  assert.match(trickle, /^HTTP\/1\.1 408 /);
});

test('accepts a body from a phone even if it arrives at a lower rate', async (t) => {
  const port = await serve(t);
  const slow = await send(port, '/phone', { text: 'x'.repeat(50), count: 20, every: 60 });
  assert.match(slow, /{"length":1000}/);
  const trickle = await send(port, '/phone', TRICKLE);
  assert.match(trickle, /^HTTP\/1\.1 408 /);
});

test('a client that keeps sending slowly after its response is disconnected without a second response', async (t) => {
  const port = await serve(t);
  const response = await send(port, '/early', TRICKLE);
  assert.match(response, /^HTTP\/1\.1 200 .*responded before the whole body arrived$/s);
});
