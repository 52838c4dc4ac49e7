import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import fastify from 'fastify';
import { disconnectSlowSenders } from './disconnect-slow-senders.ts';

const TIMEOUTS = {
  body: 200,
  longBody: { bytes: 100, intervalMs: 200 },
  phoneBody: { bytes: 20, intervalMs: 400 },
};

/** Starts a server whose routes accept any body and return its length. */
const startServer = async (t: TestContext) => {
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

/** A body in chunks. Declares the length of `count` chunks, but sends only `sent` of them. */
type Chunks = { text: string; count: number; intervalMs: number; sent?: number };

/**
 * A thousand-byte body that arrives too slowly. Only five bytes are sent: a client that is still writing when the
 * server closes the connection may miss the response.
 */
const TRICKLE: Chunks = { text: 'x', count: 1_000, intervalMs: 20, sent: 5 };

/** Sends a request whose body consists of chunks. Returns the response once the connection is closed. */
const send = async (port: number, path: string, chunks: Chunks) => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let response = '';
  socket.on('data', (data) => {
    response += data;
    // Like most clients, stops sending when the response arrives.
    if (response.includes('{"length"')) socket.end();
  });
  await once(socket, 'connect');
  const length = chunks.text.length * chunks.count;
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: a/b\r\ncontent-length: ${length}\r\n\r\n`);
  let sent = 0;
  const timer = setInterval(() => {
    if (++sent > (chunks.sent ?? chunks.count) || !socket.writable) clearInterval(timer);
    else socket.write(chunks.text);
  }, chunks.intervalMs);
  await once(socket, 'close');
  clearInterval(timer);
  return response;
};

test('a client that takes too long to send its body gets 408 and is disconnected', async (t) => {
  const port = await startServer(t);
  for (const sent of [5, 0]) {
    const response = await send(port, '/short', { ...TRICKLE, sent });
    assert.match(response, /^HTTP\/1\.1 408 /);
  }
});

test('a long body is accepted however long it takes, as long as it arrives at the minimum rate', async (t) => {
  const port = await startServer(t);
  const steadyResponse = await send(port, '/long', { text: 'x'.repeat(500), count: 20, intervalMs: 50 });
  assert.match(steadyResponse, /{"length":10000}/);
  const trickleResponse = await send(port, '/long', TRICKLE);
  assert.match(trickleResponse, /^HTTP\/1\.1 408 /);
});

test('a body from a phone is accepted even at a lower rate', async (t) => {
  const port = await startServer(t);
  const slowResponse = await send(port, '/phone', { text: 'x'.repeat(50), count: 20, intervalMs: 60 });
  assert.match(slowResponse, /{"length":1000}/);
  const trickleResponse = await send(port, '/phone', TRICKLE);
  assert.match(trickleResponse, /^HTTP\/1\.1 408 /);
});

test('a client that keeps sending slowly after its response is disconnected without a second response', async (t) => {
  const port = await startServer(t);
  const response = await send(port, '/early', TRICKLE);
  assert.match(response, /^HTTP\/1\.1 200 .*responded before the whole body arrived$/s);
});
