import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

test('without settings the service listens on this machine only and brings its own database', () => {
  const { host, port, databaseUrl, workers, trustProxy, publicUrl } = readConfig({});
  assert.deepEqual(
    { host, port, databaseUrl, workers, trustProxy, publicUrl },
    {
      host: '127.0.0.1',
      port: 8080,
      databaseUrl: undefined,
      workers: 1,
      trustProxy: [],
      publicUrl: undefined,
    },
  );
});

test('an empty setting counts as unset', () => {
  assert.deepEqual(readConfig({ PORT: '', PUBLIC_URL: ' ' }), readConfig({}));
});

test('the public address loses the slash at its end', () => {
  assert.equal(
    readConfig({ PUBLIC_URL: 'https://ronda.example.org/' }).publicUrl,
    'https://ronda.example.org',
  );
});

test('proxies are addresses, ranges or loopback', () => {
  assert.deepEqual(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }).trustProxy, [
    'loopback',
    '10.0.0.0/8',
    '::1',
  ]);
});

test('a wrong setting is refused by its name', () => {
  const wrong: Record<string, string>[] = [
    { PORT: '80a' },
    { PORT: '70000' },
    { PUBLIC_URL: 'ronda.example.org' },
    { PUBLIC_URL: 'ftp://ronda.example.org' },
    { DATABASE_URL: 'mysql://x' },
    { TLS_CERT_FILE: 'cert.pem' },
    { TRUST_PROXY: 'everybody' },
    { TRUST_PROXY: '10.0.0.0/33' },
    { ALLOW_INSECURE_HTTP: 'yes' },
    { WORKERS: '0' },
    { LOG_LEVEL: 'loud' },
  ];
  for (const environment of wrong) {
    const [name] = Object.keys(environment);
    assert.throws(
      () => readConfig(environment),
      (error) => error instanceof ConfigError && error.message.includes(name!),
      JSON.stringify(environment),
    );
  }
});

test('a password in DATABASE_URL is not repeated in the refusal', () => {
  assert.throws(
    () => readConfig({ DATABASE_URL: 'pg://ronda:topsecret@db' }),
    (error) => !(error as Error).message.includes('topsecret'),
  );
});
