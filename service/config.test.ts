import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

test('without settings, the service listens only locally and uses the embedded database', () => {
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

test('an empty setting is treated as unset', () => {
  assert.deepEqual(readConfig({ PORT: '', PUBLIC_URL: ' ' }), readConfig({}));
});

test('a trailing slash is removed from the public URL', () => {
  assert.equal(
    readConfig({ PUBLIC_URL: 'https://ronda.example.org/' }).publicUrl,
    'https://ronda.example.org',
  );
});

test('trusted proxies can be addresses, ranges and loopback', () => {
  assert.deepEqual(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }).trustProxy, [
    'loopback',
    '10.0.0.0/8',
    '::1',
  ]);
});

test('private addresses are allowed only if listed by the operator', () => {
  assert.deepEqual(readConfig({}).allowPrivateTargets, []);
  assert.deepEqual(
    readConfig({ ALLOW_PRIVATE_TARGETS: 'loopback, 10.0.0.0/8,fd00::/8' }).allowPrivateTargets,
    ['loopback', '10.0.0.0/8', 'fd00::/8'],
  );
});

test('files can be stored next to the database, in another folder, or in a bucket', () => {
  assert.deepEqual(readConfig({ DATA_DIR: '/srv/ronda' }).files, { folder: '/srv/ronda/files' });
  assert.deepEqual(readConfig({ FILES_URL: 'file:///srv/my%20files' }).files, { folder: '/srv/my files' });
  assert.deepEqual(readConfig({ FILES_URL: 's3://a%2Fb:c%3Ad%40@s3.example.org:9000/ronda' }).files, {
    bucket: {
      endpoint: 'https://s3.example.org:9000',
      region: 'us-east-1',
      bucket: 'ronda',
      prefix: '',
      accessKeyId: 'a/b',
      secretAccessKey: 'c:d@',
    },
  });
  const { files } = readConfig({ FILES_URL: 's3://k:s@127.0.0.1/ronda/a/b/?tls=false&region=eu-west-1' });
  assert.ok('bucket' in files);
  const { endpoint, region, prefix } = files.bucket;
  assert.deepEqual([endpoint, region, prefix], ['http://127.0.0.1', 'eu-west-1', 'a/b/']);
  assert.equal(readConfig({}).filesQuota, 100_000_000_000);
  assert.equal(readConfig({ FILES_QUOTA_GB: '0' }).filesQuota, Number.POSITIVE_INFINITY);
});

test('a mail server can use implicit TLS or STARTTLS', () => {
  const smtp = (url: string) => readConfig({ SMTP_URL: url }).smtp;
  assert.deepEqual(smtp('smtp://me%40here:p%3Ass@mail.example.org?from=Ronda%20<ronda@example.org>'), {
    host: 'mail.example.org',
    port: 587,
    isTls: false,
    auth: { user: 'me@here', pass: 'p:ss' },
    from: { name: 'Ronda', address: 'ronda@example.org' },
  });
  assert.deepEqual(smtp('smtps://[::1]?from=ronda@example.org'), {
    host: '::1',
    port: 465,
    isTls: true,
    auth: undefined,
    from: { name: '', address: 'ronda@example.org' },
  });
  assert.equal(smtp('smtp://127.0.0.1:2525?from=ronda@example.org')!.port, 2525);
  assert.equal(readConfig({}).smtp, undefined);
});

test('requests are rate-limited only if the operator sets a limit', () => {
  const unlimited = Number.POSITIVE_INFINITY;
  assert.deepEqual(readConfig({}).rateLimits, { caller: unlimited, tenant: unlimited });
  assert.deepEqual(readConfig({ RATE_LIMIT_CALLER: '600', RATE_LIMIT_TENANT: '0' }).rateLimits, {
    caller: 600,
    tenant: unlimited,
  });
});

test('an invalid setting is rejected with an error that names it', () => {
  const invalid: Record<string, string>[] = [
    { PORT: '80a' },
    { PORT: '70000' },
    { PUBLIC_URL: 'ronda.example.org' },
    { PUBLIC_URL: 'ftp://ronda.example.org' },
    { DATABASE_URL: 'mysql://x' },
    { TLS_CERT_FILE: 'cert.pem' },
    { BACKUP_AT: '0 3 * * *' },
    { BACKUP_AT: '0 3 * *', BACKUP_TO: '/mnt/backups' },
    { BACKUP_TO: 's3://host/bucket' },
    { BACKUP_TO: 'ftp://host/folder' },
    { BACKUP_KEEP: '0' },
    { BACKUP_PASSPHRASE: 'short' },
    { TRUST_PROXY: 'everybody' },
    { TRUST_PROXY: '10.0.0.0/33' },
    { ALLOW_INSECURE_HTTP: 'yes' },
    { ALLOW_PRIVATE_TARGETS: 'everything' },
    { ALLOW_PRIVATE_TARGETS: 'loopback, 10.0.0.0/33' },
    { ALLOW_PRIVATE_TARGETS: 'fe80::1%eth0' },
    { WORKERS: '0' },
    { RATE_LIMIT_CALLER: '-1' },
    { RATE_LIMIT_TENANT: '1e3' },
    { LOG_LEVEL: 'loud' },
    { FILES_QUOTA_GB: '-1' },
    { FILES_URL: 'files' },
    { FILES_URL: 'https://s3.example.org/bucket' },
    { FILES_URL: 's3://key:canary@s3.example.org' },
    { FILES_URL: 's3://s3.example.org/bucket' },
    { FILES_URL: 's3://key:canary@/bucket' },
    { FILES_URL: 's3://key:can/ary@s3.example.org/bucket' },
    { FILES_URL: 's3://key:canary%zz@s3.example.org/bucket' },
    { FILES_URL: 's3://key:canary@s3.example.org/bucket/a%20b' },
    { FILES_URL: 's3://key:canary@s3.example.org/bucket?tls=no' },
    { FILES_URL: 's3://key:canary@s3.example.org/bucket?secret=canary' },
    { FILES_URL: 'file://other.example.org/files' },
    { SMTP_URL: 'mail.example.org' },
    { SMTP_URL: 'https://mail.example.org?from=a@b' },
    { SMTP_URL: 'smtp://user:canary@?from=a@b' },
    { SMTP_URL: 'smtp://user:canary@mail.example.org' },
    { SMTP_URL: 'smtp://user:canary@mail.example.org?from=nobody' },
    { SMTP_URL: 'smtp://user:canary@mail.example.org?from=a@b,c@d' },
    { SMTP_URL: 'smtp://user:canary@mail.example.org?from=a@b>' },
    { SMTP_URL: 'smtp://user:canary@mail.example.org?from=Ronda%0D%0ABcc:x<a@b>' },
    { SMTP_URL: 'smtp://user:canary@mail.example.org?from=a@b&tls=canary' },
    { SMTP_URL: 'smtp://user:canary@mail.example.org/path?from=a@b' },
    { SMTP_URL: 'smtp://user:canary%zz@mail.example.org?from=a@b' },
    { SMTP_URL: 'smtp://canary@mail.example.org?from=a@b' },
  ];
  for (const environment of invalid) {
    const [name] = Object.keys(environment);
    assert.throws(
      () => readConfig(environment),
      (error) =>
        error instanceof ConfigError &&
        error.message.includes(name!) &&
        !/canary|can\/ary/.test(error.message),
      JSON.stringify(environment),
    );
  }
});

test('the error for an invalid DATABASE_URL omits the password', () => {
  assert.throws(
    () => readConfig({ DATABASE_URL: 'pg://ronda:topsecret@db' }),
    (error) => !(error as Error).message.includes('topsecret'),
  );
});
