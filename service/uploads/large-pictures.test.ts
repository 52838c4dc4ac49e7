import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { uploadLimits } from '#contract/upload-limits.ts';
import { measureLongestTurn } from '#service/testing/measure-turns.ts';
import { startService } from '#service/testing/start-service.ts';
import { parseUploadId, startSending } from '#service/testing/upload-caller.ts';

/** The processor time (ms) for joining and hashing chunks in one go. */
const measureHash = (bytes: Buffer): number => {
  const chunks = Array.from({ length: 480 }, (_, index) =>
    bytes.subarray(index * 65_536, (index + 1) * 65_536),
  );
  const before = process.threadCpuUsage();
  createHash('sha256').update(Buffer.concat(chunks)).digest();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};

test('checking a picture of the maximum size does not block other users', async (t) => {
  const anna = await startSending(await startService(t), 'anna');
  const bytes = Buffer.alloc(uploadLimits.bytes.photo, 7);
  Buffer.from('ffd8ff', 'hex').copy(bytes);
  const ratios: number[] = [];
  for (let attempt = 0; attempt < 3; attempt++) {
    const id = parseUploadId(await anna.create(bytes.length, { field: 'Album' }));
    const offset = bytes.length - 65_536;
    assert.equal((await anna.patch(id, 0, bytes.subarray(0, offset))).status, 204);
    const last = bytes.subarray(offset);
    const longest = await measureLongestTurn(async () => {
      assert.equal((await anna.patch(id, offset, last)).status, 422);
    });
    ratios.push(longest / measureHash(bytes));
  }
  // The ratio is about 0.5; it was more than 1.7 when the whole picture was hashed in one turn.
  assert.ok(Math.min(...ratios) < 1.1, `the longest turn takes as long as hashing ${ratios} pictures`);
});
