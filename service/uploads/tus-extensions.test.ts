import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Upload } from 'tus-js-client';
import { startService } from '#service/testing/start-service.ts';
import { parseUploadId, startUploadClient, type UploadClient } from '#service/testing/upload-client.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const SUPPORTED = /Supported tus extensions: creation, creation-with-upload, termination, expiration\.$/;
test('an unsupported extension is rejected, naming it, an alternative and the supported extensions', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const cases: [headers: Record<string, string>, message: RegExp][] = [
    [{ 'upload-length': '5', 'upload-concat': 'partial' }, /^Upload-Concat .*send each upload as one/],
    [{ 'upload-concat': 'final;/api/v1/uploads/a /api/v1/uploads/b' }, /^Upload-Concat /],
    [{ 'upload-defer-length': '1' }, /^Upload-Defer-Length .*announce all bytes in Upload-Length/],
    [
      { 'upload-length': '5', 'upload-checksum': 'sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=' },
      /^Upload-Checksum .*sha256/,
    ],
  ];
  for (const [headers, message] of cases) {
    const { status, body } = await anna.caller.request('POST', '/api/v1/uploads', undefined, {
      ...TUS,
      ...headers,
    });
    assert.equal(status, 400, JSON.stringify(headers));
    assert.match(body.detail, message);
    assert.match(body.detail, SUPPORTED);
  }
  const bytes = Buffer.from('hello');
  const id = parseUploadId(await anna.create(bytes.length, { field: 'Papers' }));
  const rejected = await anna.patch(id, 0, bytes, { 'upload-checksum': 'sha1 qvTGHdzF6KLavt4PO0gs2a6pQ00=' });
  assert.deepEqual([rejected.status, rejected.body.errors[0].field], [400, 'Upload-Checksum']);
  assert.equal((await anna.head(id)).headers.get('upload-offset'), '0');
  assert.equal((await anna.patch(id, 0, bytes)).status, 204);
});

/** Uses tus-js-client to send an upload that must be rejected. Returns the client's error message. */
const readRejection = (url: string, anna: UploadClient, options: object): Promise<string> =>
  new Promise((resolve, reject) => {
    new Upload(Buffer.from('hello, world'), {
      endpoint: `${url}/api/v1/uploads`,
      headers: { authorization: `Bearer ${anna.accessToken}` },
      metadata: { inspectionId: anna.inspectionId, field: 'Papers', filename: 'a.txt', filetype: '' },
      retryDelays: null,
      onSuccess: () => reject(new Error('The upload was accepted.')),
      onError: ({ message }) => resolve(message),
      ...options,
    }).start();
  });

test('tus-js-client reports why parallel uploads and deferred lengths are rejected', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  assert.match(
    await readRejection(service.url, anna, { parallelUploads: 2 }),
    /Upload-Concat is not supported/,
  );
  const deferredLength = { uploadLengthDeferred: true, chunkSize: 4 };
  assert.match(
    await readRejection(service.url, anna, deferredLength),
    /Upload-Defer-Length is not supported/,
  );
});
