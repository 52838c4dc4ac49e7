import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { formatClosingLine } from './closing-line.ts';

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

/** Runs the audit against a registry. `variables` are environment variables, by default those used in CI. */
const runAudit = async (
  t: TestContext,
  registry: string,
  variables: Record<string, string | undefined> = { CI: 'true' },
): Promise<{ code: number; output: string }> => {
  const cache = await mkdtemp(join(tmpdir(), 'ronda-npm-'));
  t.after(() => rm(cache, { recursive: true, force: true }));
  const env: Record<string, string | undefined> = { ...process.env, CI: undefined, ...variables };
  Object.assign(env, { npm_config_registry: registry, npm_config_cache: cache });
  const child = spawn(process.execPath, ['tools/audit.ts'], { cwd: root, env });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  return { code, output };
};

/** Responds like a registry that knows of a vulnerability in all versions of one package. */
const reportVulnerability =
  (severity: string): RequestListener =>
  ({ method }, response) => {
    const advisory = { id: 1, title: 'Bad', url: 'https://advisories.example.org/1', severity };
    const packument = { name: 'fastify', versions: { '5.0.0': { name: 'fastify', version: '5.0.0' } } };
    const advisories = { fastify: [{ ...advisory, vulnerable_versions: '>=0.0.0', cwe: [] }] };
    response.end(JSON.stringify(method === 'GET' ? { ...packument, 'dist-tags': {} } : advisories));
  };

test('the audit reports a dependency with a serious vulnerability, and fails in CI', async (t) => {
  const registry = await startRegistry(t, reportVulnerability('critical'));
  const ciResult = await runAudit(t, registry);
  assert.equal(ciResult.code, 1, ciResult.output);
  assert.match(ciResult.output, /^critical: fastify /m);
  const localResult = await runAudit(t, registry, {});
  assert.equal(localResult.code, 0, localResult.output);
  assert.match(localResult.output, /^critical: fastify /m);
});

test('the audit passes if the registry reports no vulnerabilities in these dependencies', async (t) => {
  const registry = await startRegistry(t, (_request, response) => response.end('{}'));
  const { code, output } = await runAudit(t, registry);
  assert.equal(code, 0, output);
  assert.match(output, /^0 known vulnerabilities/m);
});

test('if the registry does not respond, the audit says so, and the last line of the run says that the audit did not run', async (t) => {
  const registries = {
    'with an error status': await startRegistry(t, (_request, response) => response.writeHead(404).end('{}')),
    'with a closed connection': await startRegistry(t, ({ socket }) => void socket.destroy()),
    'because no server is listening': 'http://127.0.0.1:1',
  };
  for (const [failure, registry] of Object.entries(registries)) {
    const { code, output } = await runAudit(t, registry);
    assert.equal(code, 75, `${failure}: ${output}`);
    assert.match(output, /WARNING: the dependencies were NOT checked/, failure);
    assert.match(output, /The registry did not respond: /, failure);
  }
  assert.equal(
    formatClosingLine('9.0 s', ['the dependency audit did not run']),
    'Everything passed in 9.0 s, but the dependency audit did not run.',
  );
});

test('in CI, the audit fails if the response of the registry is unreadable', async (t) => {
  const registry = await startRegistry(t, (_request, response) => response.end('<html>'));
  const ciResult = await runAudit(t, registry);
  assert.equal(ciResult.code, 1, ciResult.output);
  assert.match(ciResult.output, /The registry returned an unreadable response: /);
  const localResult = await runAudit(t, registry, {});
  assert.equal(localResult.code, 75, localResult.output);
});

test('the audit queries the registry even if npm is configured to work offline', async (t) => {
  const registry = await startRegistry(t, reportVulnerability('high'));
  const { code, output } = await runAudit(t, registry, { CI: 'true', npm_config_offline: 'true' });
  assert.equal(code, 1, output);
});
