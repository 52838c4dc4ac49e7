import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { uploadLimits } from '#contract/upload-limits.ts';
import { verbatim } from '#i18n/message.ts';
import { run } from '#service/database/statement.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import {
  createNoisyJpeg,
  parseUploadId,
  sha256,
  startUploadClient,
  type UploadClient,
} from '#service/testing/upload-client.ts';
import { rejectUpload } from './complete-upload.ts';
import { findUpload } from './upload-queries.ts';

const listKeys = async ({ services }: TestService) =>
  (await Array.fromAsync(services.uploads.files.list(''))).map(({ key }) => key);

const readUsage = async ({ database, organisation }: TestService): Promise<number> => {
  const [usage] = await run<{ bytes: number }>(
    database.db,
    'select bytes from upload_usage where tenant_id = $1',
    [organisation.tenantId],
  );
  return usage!.bytes;
};

const sendAndExpectRejection = async (
  anna: UploadClient,
  bytes: Buffer,
  metadata: Record<string, string>,
) => {
  const { id, response } = await anna.send(bytes, metadata);
  assert.equal((await anna.head(id)).status, 410);
  const upload = (await anna.uploads()).find((upload) => upload.id === id);
  assert.equal(upload!.state, 'Rejected');
  assert.deepEqual(await anna.answers(), {});
  return { id, response, reason: String(upload!.rejectionReason) };
};

test('an upload that does not match its hash is rejected and removed; the correct bytes can then be sent with the same ID (R17)', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const photo = await createNoisyJpeg(60, 40);
  const broken = Buffer.from(photo);
  broken[photo.length - 10]! ^= 1;
  const metadata = { id: randomUUID(), field: 'Photos', sha256: sha256(photo) };
  const { response } = await sendAndExpectRejection(anna, broken, metadata);
  assert.deepEqual(
    [response.status, response.body.status, response.body.errors[0].field],
    [460, 460, 'sha256'],
  );
  assert.deepEqual([await listKeys(service), await readUsage(service)], [[], 0]);
  assert.equal((await anna.patch(metadata.id, 0, photo)).status, 410);

  const again = await anna.create(photo.length, metadata);
  assert.deepEqual([again.status, again.headers.get('upload-offset')], [201, '0']);
  assert.equal((await anna.patch(metadata.id, 0, photo)).status, 204);
  assert.deepEqual(await anna.answers(), { Photos: [metadata.id] });
});

test('a slow check does not complete an upload that was restarted with the same ID in the meantime', async (t) => {
  const service = await startService(t);
  const { uploads } = service.services;
  const anna = await startUploadClient(service, 'anna');
  const photo = await createNoisyJpeg(60, 40);
  const metadata = { id: randomUUID(), field: 'Photos', sha256: sha256(photo) };
  await anna.create(photo.length, metadata);
  const outdatedUpload = await findUpload(service.database.db, service.organisation.tenantId, metadata.id);
  await anna.patch(metadata.id, 0, Buffer.alloc(photo.length));
  assert.equal((await anna.create(photo.length, metadata)).status, 201);
  const late = await rejectUpload(uploads, outdatedUpload!, verbatim('It took so long.'));
  assert.equal(late.isDecidedByThisCall, false);
  assert.equal((await anna.patch(metadata.id, 0, photo)).status, 204);
});

test('a file that is not a photo is rejected, whatever its name and declared type (S38)', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const declaredMetadata = { field: 'Photos', filename: 'a.jpg', filetype: 'image/jpeg' };
  const contents: Record<string, RegExp> = {
    'PK\x03\x04\x14\0\0\0zip':
      /The content of the file is of an unknown type; accepted formats are JPEG, PNG/,
    '%PDF-1.7\n': /application\/pdf/,
    '<svg xmlns="http://www.w3.org/2000/svg"/>': /unknown type/,
    'GIF89a\x01\0\x01\0': /image\/gif/,
    '\xff\xd8\xff\xe0 and nothing more': /The image is damaged/,
    '\0\0\0\x18ftypheic\0\0\0\0mif1heic': /is image\/heic; accepted formats are JPEG, PNG, WebP, AVIF\./,
    x: /unknown type/,
  };
  for (const [content, message] of Object.entries(contents)) {
    const { response, reason } = await sendAndExpectRejection(
      anna,
      Buffer.from(content, 'latin1'),
      declaredMetadata,
    );
    assert.deepEqual([response.status, response.body.detail], [422, reason]);
    assert.match(reason, message);
  }
  const inDutch = await anna.caller.request('GET', `${anna.inspection}/uploads`, undefined, {
    'accept-language': 'nl',
  });
  assert.match(
    inDutch.body.uploads
      .map(({ rejectionReason }: { rejectionReason: string }) => rejectionReason)
      .join('\n'),
    /^De inhoud van het bestand is van een onbekend type; toegestane indelingen zijn JPEG, PNG.*\nDe inhoud[\s\S]*\nDe afbeelding is beschadigd of/,
  );
  assert.deepEqual([await listKeys(service), await readUsage(service)], [[], 0]);
});

test('a picture whose header declares too many pixels is rejected (S38)', async (t) => {
  const anna = await startUploadClient(await startService(t), 'anna');
  const { response } = await sendAndExpectRejection(anna, createPng(50_000, 50_000), { field: 'Photos' });
  assert.equal(response.status, 422);
  assert.match(response.body.detail, /50000 x 50000 pixels, more than 65000000/);
  // Scaling this picture down would need 1.7 GB of memory.
  const { response: wide } = await sendAndExpectRejection(anna, createPng(64_000_000, 1), {
    field: 'Photos',
  });
  assert.equal(wide.status, 422);
  assert.match(wide.body.detail, /64000000 x 1 pixels; each side can have at most 65535/);
});

test('an upload too large for its kind cannot be created', async (t) => {
  const anna = await startUploadClient(await startService(t), 'anna');
  for (const [field, kind] of [
    ['Photos', 'photo'],
    ['Mark', 'signature'],
    ['Papers', 'file'],
    ['Height', 'photo'],
  ] as const) {
    const max = uploadLimits.bytes[kind];
    assert.equal((await anna.create(max, { field })).status, 201, field);
    const { status, body } = await anna.create(max + 1, { field });
    assert.equal(status, 413);
    assert.match(body.detail, new RegExp(`A ${kind} can be at most ${max / 1024 / 1024} MiB`));
  }
});

test("an organisation's uploads are limited, not counting rejected uploads and the pieces of complete ones", async (t) => {
  const service = await startService(t, { quota: 30_000 });
  const anna = await startUploadClient(service, 'anna');
  const id = parseUploadId(await anna.create(20_000, { field: 'Papers' }));
  const rejected = await anna.create(10_001, { field: 'Papers' });
  assert.equal(rejected.status, 413);
  assert.match(rejected.body.detail, /organisation has reached its upload limit of 0.00003 GB/);
  assert.equal(await readUsage(service), 20_000);
  assert.equal((await anna.patch(id, 0, Buffer.alloc(20_000))).status, 422);
  assert.equal(await readUsage(service), 0);
  const { response } = await anna.send(Buffer.from('text'.repeat(7_000)), { field: 'Papers' });
  assert.deepEqual([response.status, await readUsage(service)], [204, 28_000]);
});

test("a user's unfinished uploads can use at most a tenth of the organisation's limit", async (t) => {
  const service = await startService(t, { quota: 10e9 });
  const [anna, bram] = [await startUploadClient(service, 'anna'), await startUploadClient(service, 'bram')];
  const announce = (sender: UploadClient) => sender.create(uploadLimits.bytes.file, { field: 'Papers' });
  const first = parseUploadId(await announce(anna));
  for (let count = 1; count < 9; count++) assert.equal((await announce(anna)).status, 201);
  const tenth = await announce(anna);
  assert.deepEqual([tenth.status, tenth.headers.get('retry-after')], [429, '60']);
  assert.match(tenth.body.detail, /unfinished uploads of more than 1 GB in total/);
  assert.equal((await announce(bram)).status, 201);
  const path = `/api/v1/uploads/${first}`;
  const { status } = await anna.caller.request('DELETE', path, undefined, { 'tus-resumable': '1.0.0' });
  assert.deepEqual([status, (await announce(anna)).status], [204, 201]);
});

test("an organisation's upload limit also applies if stored files turn out larger than announced", async (t) => {
  const blank = sharp({ create: { width: 900, height: 900, channels: 3, background: 'red' } });
  // This picture is about a hundred bytes as AVIF, and ten thousand as a JPEG with a thumbnail.
  const small = await blank.avif({ effort: 0 }).toBuffer();
  const quota = 8 * small.length + 30_000;
  const service = await startService(t, { quota });
  const anna = await startUploadClient(service, 'anna');
  const ids = [];
  for (let count = 0; count < 8; count++)
    ids.push(parseUploadId(await anna.create(small.length, { field: 'Album' })));
  const responses = [];
  for (const id of ids) responses.push(await anna.patch(id, 0, small));
  const statuses = responses.map(({ status }) => status);
  const accepted = statuses.filter((status) => status === 204).length;
  assert.ok(accepted > 0 && accepted < 8, statuses.join());
  assert.deepEqual(statuses, [...Array(accepted).fill(204), ...Array(8 - accepted).fill(413)]);
  const files = await Array.fromAsync(service.services.uploads.files.list(''));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  assert.ok(bytes <= quota);
  assert.deepEqual([files.length, await readUsage(service)], [2 * accepted, bytes]);
  assert.deepEqual((await anna.answers()).Album, ids.slice(0, accepted));
  assert.match(responses.at(-1)!.body.detail, /has reached its upload limit of .* GB/);
  assert.equal((await anna.head(ids.at(-1)!)).status, 410);
});

test("photos beyond the field's limit are rejected", async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  const photo = await createNoisyJpeg(20, 20);
  const sent = [];
  for (let count = 0; count < 4; count++) sent.push(await anna.send(photo, { field: 'Photos' }));
  assert.deepEqual(
    sent.map(({ response }) => response.status),
    [204, 204, 204, 422],
  );
  assert.match(sent[3]!.response.body.detail, /may have at most 3 photos, but has 4/);
  assert.deepEqual(await anna.answers(), { Photos: sent.slice(0, 3).map(({ id }) => id) });
  assert.equal((await listKeys(service)).length, 6);
});

test('a file is accepted only if its content has a supported type', async (t) => {
  const anna = await startUploadClient(await startService(t), 'anna');
  const accepted: [content: Buffer, contentType: string][] = [
    [Buffer.from('%PDF-1.7\n<html>'), 'application/pdf'],
    [Buffer.from('a;b\r\n1;é\r\n'), 'text/plain'],
    [Buffer.from('<html><script>alert(1)</script>'), 'text/plain'],
    [await createNoisyJpeg(9, 9), 'image/jpeg'],
    [Buffer.from('\0\0\0\x18ftypheic'), 'image/heic'],
    [Buffer.from('\xff\xfb\x90\0', 'latin1'), 'audio/mpeg'],
    [Buffer.from('\xff\xf3\x90\0', 'latin1'), 'audio/mpeg'],
    [Buffer.from('\0\0\0\x18ftypisom\0\0'), 'video/mp4'],
    [createZip(['[Content_Types].xml', 'xl/workbook.xml']), SHEET],
    [
      createZip(['mimetype'], 'application/vnd.oasis.opendocument.text'),
      'application/vnd.oasis.opendocument.text',
    ],
  ];
  for (const [content, contentType] of accepted) {
    const { id, response } = await anna.send(content, { field: 'Papers', filename: 'a.exe' });
    assert.equal(response.status, 204, contentType);
    const upload = (await anna.uploads()).find((upload) => upload.id === id)!;
    assert.deepEqual([upload.contentType, upload.storedSize], [contentType, content.length]);
    assert.deepEqual(await anna.answers(), { Papers: id });
  }
  const rejectedContents = [
    Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'),
    Buffer.from('\x7fELF\x02\x01', 'latin1'),
    createZip(['a.txt']),
    createZip(['[Content_Types].xml', 'xl/workbook.xml', 'xl/vbaProject.bin']),
    createZip(['[Content_Types].xml', 'xl/workbook.xml']).subarray(0, -5),
    Buffer.from([0x61, 0xff, 0xfe]),
    Buffer.from('text with \x07'),
  ];
  for (const content of rejectedContents) {
    const { response } = await anna.send(content, { field: 'Papers', filename: 'a.pdf' });
    assert.equal(response.status, 422, content.toString('latin1'));
  }
});

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Creates a zip file with these entries. `content` is that of the first file; the others are empty. */
const createZip = (names: string[], content = ''): Buffer => {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  for (const name of names) {
    const [local, entry] = [Buffer.alloc(30), Buffer.alloc(46)];
    local.write('PK\x03\x04', 'latin1');
    local.writeUInt16LE(name.length, 26);
    entry.write('PK\x01\x02', 'latin1');
    entry.writeUInt16LE(name.length, 28);
    locals.push(local, Buffer.from(name), Buffer.from(locals.length === 0 ? content : ''));
    entries.push(entry, Buffer.from(name));
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(directory.length, 12);
  return Buffer.concat([...locals, directory, end]);
};

/** Creates a PNG with this size in its header. */
const createPng = (width: number, height: number): Buffer => {
  const createChunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    createChunk('IHDR', header),
    createChunk('IDAT', deflateSync(Buffer.alloc(100))),
    createChunk('IEND', Buffer.alloc(0)),
  ]);
};
