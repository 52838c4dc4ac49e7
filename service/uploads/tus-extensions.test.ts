import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Upload } from 'tus-js-client';
import { startService } from '#service/testing/start-service.ts';
import { idOf, type Sender, startSending } from '#service/testing/upload-caller.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const SPOKEN = /Extensions of tus that are: creation, creation-with-upload, termination, expiration\.$/;

test('who asks for an extension that is not spoken here is told which, what to do instead, and what is', async (t) => {
  const service = await startService(t);
  const anna = await startSending(service, 'anna');
  const asked: [headers: Record<string, string>, told: RegExp][] = [
    [{ 'upload-length': '5', 'upload-concat': 'partial' }, /^Upload-Concat .*send each upload as one/],
    [{ 'upload-concat': 'final;/api/v1/uploads/a /api/v1/uploads/b' }, /^Upload-Concat /],
    [{ 'upload-defer-length': '1' }, /^Upload-Defer-Length .*announce all bytes in Upload-Length/],
    [
      { 'upload-length': '5', 'upload-checksum': 'sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=' },
      /^Upload-Checksum .*sha256/,
    ],
  ];
  for (const [headers, told] of asked) {
    const { status, body } = await anna.caller.request('POST', '/api/v1/uploads', undefined, {
      ...TUS,
      ...headers,
    });
    assert.equal(status, 400, JSON.stringify(headers));
    assert.match(body.detail, told);
    assert.match(body.detail, SPOKEN);
  }
  const bytes = Buffer.from('hello');
  const id = idOf(await anna.create(bytes.length, { field: 'Papers' }));
  const checked = await anna.patch(id, 0, bytes, { 'upload-checksum': 'sha1 qvTGHdzF6KLavt4PO0gs2a6pQ00=' });
  assert.deepEqual([checked.status, checked.body.errors[0].field], [400, 'Upload-Checksum']);
  assert.equal((await anna.head(id)).headers.get('upload-offset'), '0');
  assert.equal((await anna.patch(id, 0, bytes)).status, 204);
});

/** Sends by tus-js-client, which is to be refused; returns what its user is told. */
const refusedByClient = (url: string, anna: Sender, options: object): Promise<string> =>
  new Promise((resolve, reject) => {
    new Upload(Buffer.from('hello, world'), {
      endpoint: `${url}/api/v1/uploads`,
      headers: { authorization: `Bearer ${anna.accessToken}` },
      metadata: { inspectionId: anna.inspectionId, field: 'Papers', filename: 'a.txt', filetype: '' },
      retryDelays: null,
      onSuccess: () => reject(new Error('It was taken.')),
      onError: ({ message }) => resolve(message),
      ...options,
    }).start();
  });

test('a client that sends in parallel, or does not tell the length, shows its user why that is not taken', async (t) => {
  const service = await startService(t);
  const anna = await startSending(service, 'anna');
  assert.match(
    await refusedByClient(service.url, anna, { parallelUploads: 2 }),
    /Upload-Concat is not spoken/,
  );
  const untold = { uploadLengthDeferred: true, chunkSize: 4 };
  assert.match(await refusedByClient(service.url, anna, untold), /Upload-Defer-Length is not spoken/);
});
