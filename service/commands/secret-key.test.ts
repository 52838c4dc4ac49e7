import assert from 'node:assert/strict';
import { mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { ConfigError, readConfig } from '#service/config.ts';
import { readSecretKey } from './secret-key.ts';

test('the first start creates a key readable only by the server’s account, and later starts use it', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'ronda-key-'));
  const config = readConfig({ DATA_DIR: join(folder.path, 'data') });
  const keys = await Promise.all(Array.from({ length: 8 }, () => readSecretKey(config)));
  assert.equal(new Set(keys.map((key) => key.toString('hex'))).size, 1);
  assert.equal(keys[0]!.length, 32);
  const file = join(folder.path, 'data', 'secret-key');
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.equal((await readFile(file, 'utf8')).trim(), keys[0]!.toString('base64'));
  await writeFile(file, 'half a key');
  await assert.rejects(readSecretKey(config), ConfigError);
});

test('SECRET_KEY takes precedence over the file', async () => {
  const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
  assert.deepEqual(await readSecretKey(readConfig({ SECRET_KEY })), Buffer.alloc(32, 7));
  for (const invalid of [
    'short',
    Buffer.alloc(31).toString('base64'),
    'not base64 at all, but forty-four characters',
  ]) {
    assert.throws(
      () => readConfig({ SECRET_KEY: invalid }),
      (error: Error) => /SECRET_KEY/.test(error.message) && !error.message.includes(invalid),
    );
  }
});
