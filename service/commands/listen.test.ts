import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { test } from 'node:test';
import pino from 'pino';
import { createServer } from '#service/http/create-server.ts';
import { listen } from './listen.ts';

test('with HOST=localhost, the server listens on every localhost address', async (t) => {
  const app = createServer(pino({ level: 'silent' }), { trustProxy: [], tls: undefined });
  t.after(() => app.close());
  app.get('/', async () => 'ok');
  const { port } = new URL(await listen(app, { host: 'localhost', port: 0 }));
  for (const { address, family } of await lookup('localhost', { all: true })) {
    const host = family === 6 ? `[${address}]` : address;
    assert.equal(await (await fetch(`http://${host}:${port}/`)).text(), 'ok', host);
  }
});
