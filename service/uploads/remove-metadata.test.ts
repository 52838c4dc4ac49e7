import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { finish } from '#workbook-engine/pausable-work.ts';
import { assertCpuTimeRatioBelow, measureProcessCpuTime } from '#workbook-engine/testing/compare-cpu-time.ts';
import { InvalidPictureError, reencodePicture } from './picture.ts';
import { removeMetadata } from './remove-metadata.ts';

const createNoisyPicture = () =>
  sharp({
    create: {
      width: 48,
      height: 32,
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  }).withMetadata({ exif: { IFD0: { Copyright: 'nobody' } }, icc: 'p3' });
const PNG = await createNoisyPicture().png().toBuffer();
const JPEG = await createNoisyPicture().jpeg({ progressive: true }).toBuffer();

const remove = (picture: Buffer) => finish(removeMetadata(picture));
const readPixels = async (picture: Buffer) => (await sharp(picture).raw().toBuffer()).toString('hex');
/** Inserts bytes before the first occurrence of a marker at or after `from`. */
const insertBefore = (picture: Buffer, marker: Buffer | string, inserted: Buffer, from = 0): Buffer => {
  const position = picture.indexOf(marker, from);
  assert.ok(position > 0);
  return Buffer.concat([picture.subarray(0, position), inserted, picture.subarray(position)]);
};

const createChunk = (type: string, content: Buffer): Buffer => {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), content, Buffer.alloc(4)]);
  chunk.writeUInt32BE(content.length);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
};
/** Inserts these chunks before the PNG's pixels. */
const addChunks = (...chunks: Buffer[]): Buffer => {
  const pixels = PNG.indexOf('IDAT') - 4;
  return Buffer.concat([PNG.subarray(0, pixels), ...chunks, PNG.subarray(pixels)]);
};
const createSegment = (marker: number, content: string): Buffer =>
  Buffer.from([
    0xff,
    marker,
    (content.length + 2) >> 8,
    (content.length + 2) & 0xff,
    ...Buffer.from(content),
  ]);

test('a picture without removable metadata is left untouched', async () => {
  const webp = await createNoisyPicture().webp().toBuffer();
  const avif = await createNoisyPicture().avif().toBuffer();
  for (const picture of [JPEG, webp, avif]) assert.deepEqual(remove(picture), picture);
});

test('text chunks and repeated profiles are removed from a PNG, wherever they are', async () => {
  const profile = createChunk('iCCP', Buffer.from('again\0\0'));
  const textChunks = ['tEXt', 'zTXt', 'iTXt', 'eXIF', 'prVt'].map((type) =>
    createChunk(type, Buffer.from('hidden\0\0')),
  );
  const trailingBytes = Buffer.concat([createChunk('tEXt', Buffer.from('hidden\0')), Buffer.from('hidden')]);
  const cleaned = remove(Buffer.concat([addChunks(profile, ...textChunks), trailingBytes]));
  assert.ok(!cleaned.includes('hidden') && !cleaned.includes('again'));
  assert.equal(await readPixels(cleaned), await readPixels(PNG));
  const { exif, icc } = await sharp(cleaned).metadata();
  assert.ok(exif?.includes('nobody') && icc);
});

test('comments and application segments are removed from a JPEG, even between its scans', async () => {
  const hidden = Buffer.concat([
    createSegment(0xfe, 'hidden'),
    createSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0hidden'),
    createSegment(0xe1, 'Exif\0\0hidden'),
    createSegment(0xed, 'Photoshop 3.0\0hidden'),
  ]);
  const scan = Buffer.from([0xff, 0xda]);
  const changedOnce = insertBefore(JPEG, scan, hidden);
  const secondScan = changedOnce.indexOf(scan, changedOnce.indexOf(scan) + 2);
  const changedTwice = insertBefore(changedOnce, scan, hidden, secondScan);
  const cleaned = remove(Buffer.concat([changedTwice, Buffer.from('hidden')]));
  assert.ok(!cleaned.includes('hidden'));
  assert.equal(await readPixels(cleaned), await readPixels(JPEG));
  const { exif, icc } = await sharp(cleaned).metadata();
  assert.ok(exif?.includes('nobody') && icc);
});

test('a damaged picture never grows', () => {
  const damage = fc.record({
    position: fc.nat(),
    length: fc.nat(40),
    bytes: fc.uint8Array({ maxLength: 40 }),
  });
  fc.assert(
    fc.property(fc.constantFrom(PNG, JPEG), damage, (picture, { position, length, bytes }) => {
      const start = 8 + (position % (picture.length - 8));
      const damaged = Buffer.concat([picture.subarray(0, start), bytes, picture.subarray(start + length)]);
      assert.ok(remove(damaged).length <= damaged.length);
    }),
  );
});

test('a small PNG whose compressed text would expand to 2 GB is stored without decompressing it', async () => {
  const text = createChunk(
    'zTXt',
    Buffer.concat([Buffer.from('k\0\0'), deflateSync(Buffer.alloc(7_900_000))]),
  );
  const picture = addChunks(...Array.from({ length: 300 }, () => text));
  // This takes about as much CPU time as the reference; decompressing the texts would take 50 times as much.
  await assertCpuTimeRatioBelow(10, () =>
    measureProcessCpuTime(() => reencodePicture(picture, { encodeAsPng: false })),
  );
});

test('pictures consisting mostly of metadata are rejected', async () => {
  const segments = Buffer.alloc(4 * 20_000, createSegment(0xe1, ''));
  const jpeg = Buffer.concat([JPEG.subarray(0, 2), segments, JPEG.subarray(2)]);
  const png = addChunks(...Array.from({ length: 20_000 }, () => createChunk('tEXt', Buffer.alloc(0))));
  for (const picture of [jpeg, png])
    await assert.rejects(reencodePicture(picture, { encodeAsPng: false }), InvalidPictureError);
});
