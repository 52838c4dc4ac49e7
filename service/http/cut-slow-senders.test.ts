import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import fastify from 'fastify';
import { cutSlowSenders } from './cut-slow-senders.ts';

const PATIENCE = {
  body: 200,
  longBody: { bytes: 100, every: 200 },
  fromPhone: { bytes: 20, every: 400 },
};

/** A server whose routes take the body as it comes, and answer how much it was. */
const serve = async (t: TestContext) => {
  const app = fastify();
  cutSlowSenders(app, PATIENCE);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  for (const [path, config] of [
    ['/short', {}],
    ['/long', { isLongBody: true }],
    ['/phone', { isFromPhone: true }],
  ] as const) {
    app.post(path, { config }, async ({ raw }) => {
      let length = 0;
      for await (const piece of raw) length += piece.length;
      return { length };
    });
  }
  app.post('/early', async () => 'answered before all was sent');
  await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  const { port } = app.server.address() as { port: number };
  return port;
};

/** `count` pieces make the body; `sent`, if it is given, is how many of them are ever sent. */
type Pieces = { text: string; count: number; every: number; sent?: number };

/** A thousand bytes of which a few come; whoever still writes when the other side closes may not read its last words. */
const TRICKLE: Pieces = { text: 'x', count: 1_000, every: 20, sent: 5 };

/** Sends a request whose body comes in pieces; resolves with all that was answered when the server closes. */
const send = async (port: number, path: string, pieces: Pieces) => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
    // Whoever has their answer is done with it, except those who go on sending all the same.
    if (answer.includes('{"length"')) socket.end();
  });
  await once(socket, 'connect');
  const length = pieces.text.length * pieces.count;
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: a/b\r\ncontent-length: ${length}\r\n\r\n`);
  let sent = 0;
  const sending = setInterval(() => {
    if (++sent > (pieces.sent ?? pieces.count) || !socket.writable) clearInterval(sending);
    else socket.write(pieces.text);
  }, pieces.every);
  await once(socket, 'close');
  clearInterval(sending);
  return answer;
};

test('whoever takes too long for a body is told so and cut off, one byte at a time or not at all', async (t) => {
  const port = await serve(t);
  for (const sent of [5, 0]) {
    const answer = await send(port, '/short', { ...TRICKLE, sent });
    assert.match(answer, /^HTTP\/1\.1 408 /);
  }
});

test('a long body may take its time as long as it comes, and not longer', async (t) => {
  const port = await serve(t);
  const steady = await send(port, '/long', { text: 'x'.repeat(500), count: 20, every: 50 });
  assert.match(steady, /{"length":10000}/);
  const trickle = await send(port, '/long', TRICKLE);
  assert.match(trickle, /^HTTP\/1\.1 408 /);
});

test('a body that a phone sends may come more slowly, and not by bytes', async (t) => {
  const port = await serve(t);
  const slow = await send(port, '/phone', { text: 'x'.repeat(50), count: 20, every: 60 });
  assert.match(slow, /{"length":1000}/);
  const trickle = await send(port, '/phone', TRICKLE);
  assert.match(trickle, /^HTTP\/1\.1 408 /);
});

test('whoever has an answer and still goes on sending slowly is cut off without another', async (t) => {
  const port = await serve(t);
  const answer = await send(port, '/early', TRICKLE);
  assert.match(answer, /^HTTP\/1\.1 200 .*answered before all was sent$/s);
});
