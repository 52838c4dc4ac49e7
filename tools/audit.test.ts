import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { closingLine } from './closing-line.ts';

const root = resolve(import.meta.dirname, '..');

const startRegistry = async (t: TestContext, listener: RequestListener): Promise<string> => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Runs the audit against a registry, with the environment of CI or without. */
const audit = async (
  t: TestContext,
  registry: string,
  more: Record<string, string | undefined> = { CI: 'true' },
): Promise<{ code: number; output: string }> => {
  const cache = await mkdtemp(join(tmpdir(), 'ronda-npm-'));
  t.after(() => rm(cache, { recursive: true, force: true }));
  const env: Record<string, string | undefined> = { ...process.env, CI: undefined, ...more };
  Object.assign(env, { npm_config_registry: registry, npm_config_cache: cache });
  const child = spawn(process.execPath, ['tools/audit.ts'], { cwd: root, env });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  return { code, output };
};

/** A registry that knows a vulnerability of one package, in every version. */
const withVulnerability =
  (severity: string): RequestListener =>
  ({ method }, response) => {
    const advisory = { id: 1, title: 'Bad', url: 'https://advisories.example.org/1', severity };
    const packument = { name: 'fastify', versions: { '5.0.0': { name: 'fastify', version: '5.0.0' } } };
    const answer = { fastify: [{ ...advisory, vulnerable_versions: '>=0.0.0', cwe: [] }] };
    response.end(JSON.stringify(method === 'GET' ? { ...packument, 'dist-tags': {} } : answer));
  };

test('a dependency with a serious vulnerability fails the audit in CI and is named', async (t) => {
  const registry = await startRegistry(t, withVulnerability('critical'));
  const inCi = await audit(t, registry);
  assert.equal(inCi.code, 1, inCi.output);
  assert.match(inCi.output, /^critical: fastify /m);
  const elsewhere = await audit(t, registry, {});
  assert.equal(elsewhere.code, 0, elsewhere.output);
  assert.match(elsewhere.output, /^critical: fastify /m);
});

test('a registry without vulnerabilities of these dependencies passes the audit', async (t) => {
  const registry = await startRegistry(t, (_request, response) => response.end('{}'));
  const { code, output } = await audit(t, registry);
  assert.equal(code, 0, output);
  assert.match(output, /^0 known vulnerabilities/m);
});

test('a registry that does not answer is reported by the audit and in the last line of the run', async (t) => {
  const registries = {
    'with an error status': await startRegistry(t, (_request, response) => response.writeHead(404).end('{}')),
    'with a closed connection': await startRegistry(t, ({ socket }) => void socket.destroy()),
    'because nobody listens': 'http://127.0.0.1:1',
  };
  for (const [how, registry] of Object.entries(registries)) {
    const { code, output } = await audit(t, registry);
    assert.equal(code, 75, `${how}: ${output}`);
    assert.match(output, /WARNING: the dependencies were NOT checked/, how);
    assert.match(output, /The registry did not answer: /, how);
  }
  assert.equal(
    closingLine('9.0 s', ['the dependency audit did not run']),
    'Everything passed in 9.0 s, but the dependency audit did not run.',
  );
});

test('an answer that cannot be read fails the audit in CI', async (t) => {
  const registry = await startRegistry(t, (_request, response) => response.end('<html>'));
  const inCi = await audit(t, registry);
  assert.equal(inCi.code, 1, inCi.output);
  assert.match(inCi.output, /The registry gave an unreadable answer: /);
  const elsewhere = await audit(t, registry, {});
  assert.equal(elsewhere.code, 75, elsewhere.output);
});

test('npm set to work offline does not pass the audit without asking', async (t) => {
  const registry = await startRegistry(t, withVulnerability('high'));
  const { code, output } = await audit(t, registry, { CI: 'true', npm_config_offline: 'true' });
  assert.equal(code, 1, output);
});
