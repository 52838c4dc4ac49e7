import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { Upload } from 'tus-js-client';
import { uploadLimits } from '#contract/upload-limits.ts';
import { startService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, sha256, startUploadClient } from '#service/testing/upload-client.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/integrate/uploads.md'), 'utf8');

const examples = [...page.matchAll(/^```js\n(.*?)\n```$/gms)].map(([, example]) => example!);

const AsyncFunction = (async () => {}).constructor as new (
  ...parts: string[]
) => (...args: unknown[]) => Promise<void>;

test('the examples in docs/integrate/uploads.md upload their photos', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const photo = await createNoisyJpeg(300, 200);
  assert.equal(examples.length, 2);
  for (const example of examples) {
    const names = ['Upload', 'server', 'accessToken', 'inspectionId', 'photo', 'sha256'];
    const run = new AsyncFunction(...names, example);
    await run(Upload, service.url, anna.accessToken, anna.inspectionId, photo, sha256(photo));
  }
  const receivedUploads = (await anna.uploads()).map(({ state, sha256 }) => [state, sha256]);
  assert.deepEqual(receivedUploads, Array(2).fill(['Received', sha256(photo)]));
  assert.equal(((await anna.answers()).Photos as string[]).length, 2);
});

test('the limits stated in docs/integrate/uploads.md are correct', () => {
  const {
    bytes,
    pixels,
    avifPixels,
    maxUploadedEdge,
    storedEdge,
    thumbnailEdge,
    fileName,
    maxPieces,
    perInspection,
  } = uploadLimits;
  const formatLimit = (kind: keyof typeof bytes) => `${kind} ${bytes[kind] / 1024 / 1024} MiB`;
  const statements = [
    `| Bytes | ${formatLimit('photo')}, ${formatLimit('signature')}, ${formatLimit('file')} |`,
    `| Pixels along each side of a picture | ${maxUploadedEdge.toLocaleString('en')} |`,
    `| Pixels in a picture | ${pixels / 1e6} million; AVIF ${avifPixels / 1e6} million |`,
    `| Uploads per inspection | ${perInspection.toLocaleString('en')} |`,
    `per upload | ${maxPieces.toLocaleString('en')} |`,
    `at most ${storedEdge.toLocaleString('en')} pixels along the longer edge`,
    `A JPEG of at most ${thumbnailEdge} pixels`,
    `At most ${fileName} characters`,
    `for ${uploadLimits.expiresAfterDays} days is deleted`,
  ];
  for (const statement of statements) assert.ok(page.includes(statement), statement);
});
