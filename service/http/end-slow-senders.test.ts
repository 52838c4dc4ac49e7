import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import fastify from 'fastify';
import { endSlowSenders } from './end-slow-senders.ts';

const TIME_MS = 200;

const serve = async (t: TestContext): Promise<number> => {
  const app = fastify();
  endSlowSenders(app, TIME_MS);
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  const takeAll = async ({ raw }: { raw: AsyncIterable<Buffer> }) => {
    let bytes = 0;
    for await (const chunk of raw) bytes += chunk.length;
    return { bytes };
  };
  app.post('/short', takeAll);
  app.post('/long', { config: { takesItsTime: true } }, takeAll);
  app.post('/deaf', { config: { takesItsTime: true } }, async () => 'no');
  await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  return (app.server.address() as AddressInfo).port;
};

const begin = async (port: number, path: string, length: number, connection = 'close') => {
  const socket: Socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  const ended = new Promise<string>((resolve) => {
    socket.on('close', () => resolve(text));
  });
  await once(socket, 'connect');
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\ncontent-length: ${length}\r\n\r\n`,
  );
  return { socket, ended };
};

/** Sends so much at a time, until nothing is left or nobody listens. */
const trickle = async ({ socket }: { socket: Socket }, bytes: number, times: number) => {
  for (let time = 0; time < times && socket.writable; time++) {
    socket.write(Buffer.alloc(bytes));
    await setTimeout(TIME_MS / 4);
  }
};

test('a body that does not come in time ends its request, however steadily it trickles', async (t) => {
  const port = await serve(t);
  const slow = await begin(port, '/short', 1_000_000);
  await trickle(slow, 8_192, 20);
  assert.match(await slow.ended, /^HTTP\/1.1 408 /);
});

test('a long body may take its time as long as it comes, and not when it only pretends to', async (t) => {
  const port = await serve(t);
  const steady = await begin(port, '/long', 20 * 4_096);
  const startedAt = performance.now();
  await trickle(steady, 4_096, 20);
  assert.match(await steady.ended, /^HTTP\/1.1 200 .*"bytes":81920/s);
  assert.ok(performance.now() - startedAt > 3 * TIME_MS);
  const pretending = await begin(port, '/long', 1_000_000);
  await trickle(pretending, 1, 20);
  assert.match(await pretending.ended, /^HTTP\/1.1 408 /);
  const silent = await begin(port, '/long', 1_000_000);
  assert.match(await silent.ended, /^HTTP\/1.1 408 /);
});

test('who was answered and goes on sending nothing is cut off too', async (t) => {
  const deaf = await begin(await serve(t), '/deaf', 1_000_000, 'keep-alive');
  assert.match(await deaf.ended, /^HTTP\/1.1 200 .*HTTP\/1.1 408 /s);
});
