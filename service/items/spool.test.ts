import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openSpool } from './spool.ts';

test('batches contain the added strings unchanged and in order', async () => {
  const spool = await openSpool();
  const strings = Array.from({ length: 2_000 }, (_, n) => JSON.stringify({ n, text: 'ü'.repeat(n % 500) }));
  for (const text of strings) await spool.add(text);
  const batches = await Array.fromAsync(spool.readBatches());
  await spool.close();
  assert.ok(batches.length > 1);
  assert.deepEqual(batches.flat(), strings);
});

test('rejects the file if the disk fills up in the middle of a batch', async () => {
  const script = `
    import { openSpool } from '#service/items/spool.ts';
    const spool = await openSpool();
    for (let n = 0; n < 100; n++) await spool.add('x'.repeat(1_000));
    await Array.fromAsync(spool.readBatches()).then(() => console.log('done'), ({ message }) => console.log(message));
  `;
  // Limits files to 32 or 64 KB, depending on the shell. The system writes up to the limit and then returns an error.
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    'ulimit -f 64; exec "$0" "$@"',
    process.execPath,
    '--input-type=module',
    '--eval',
    script,
  ]);
  assert.match(stdout, /not have enough storage for the file/);
});

test('rejects a file whose rows exceed the byte limit', async () => {
  const spool = await openSpool(1024 * 1024);
  const row = 'x'.repeat(200_000);
  await assert.rejects(async () => {
    for (let n = 0; n < 8; n++) await spool.add(row);
  }, /takes more than 1 MiB. Split it into smaller files/);
  await spool.close();
});
