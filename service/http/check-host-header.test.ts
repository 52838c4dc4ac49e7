import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRawClient } from '#service/testing/raw-http.ts';
import { startService } from '#service/testing/start-service.ts';

test('a request without exactly one valid host is rejected, whatever its path (S46)', async (t) => {
  const { url } = await startService(t);
  const request = async (target: string, hosts: string[], version = '1.1') => {
    const client = await openRawClient(url);
    const lines = hosts.map((host) => `host: ${host}\r\n`).join('');
    client.send(`GET ${target} HTTP/${version}\r\n${lines}\r\n`);
    const [response] = await client.waitForResponses(1);
    client.socket.destroy();
    return response;
  };
  const invalid: [target: string, hosts: string[]][] = [
    ['/health/live', []],
    ['/health/live', ['localhost', 'localhost']],
    ['/health/live', ['localhost', 'evil.example']],
    ...[
      '',
      'user@localhost',
      'localhost/path',
      'local host',
      'a,b',
      'a:b',
      'localhost:',
      '[::1',
      '-x',
      'a%2fb',
      '"x"',
      'é',
      'x'.repeat(300),
    ].map((host): [string, string[]] => ['/health/live', [host]]),
    ['http://evil.example/health/live', ['localhost']],
    ['http://localhost:81/health/live', ['localhost']],
    ['http://user@localhost/health/live', ['localhost']],
    ['ftp://localhost/health/live', ['localhost']],
  ];
  for (const [target, hosts] of invalid) {
    for (const path of [
      target,
      target.replace('/health/live', '/api/v1/tasks'),
      target.replace('/health/live', '/nothing'),
    ]) {
      const response = await request(path, hosts);
      assert.equal(response?.status, 400, `${path} ${hosts}`);
      assert.match(response.body, /[Hh]ost/);
      assert.equal(response.headers['x-content-type-options'], 'nosniff');
    }
  }
  for (const host of [
    'localhost',
    'LOCALHOST:8080',
    'a_b.example.org',
    '127.0.0.1:1',
    '[::1]:8080',
    'x',
    'ronda.',
  ])
    assert.equal((await request('/health/live', [host]))?.status, 200, host);
  for (const target of ['http://LocalHost/health/live', 'https://localhost:443/health/live'])
    assert.equal((await request(target, ['localhost']))?.status, 200, target);
  assert.equal((await request('/health/live', [], '1.0'))?.status, 200);
});
