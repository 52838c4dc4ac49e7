import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { assertCpuTimeRatioBelow, measureProcessCpuTime } from '#workbook-engine/testing/compare-cpu-time.ts';
import { InvalidPictureError, reencodePicture } from './picture.ts';

const createBlankPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } });

const createChunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** Creates a tiny PNG with this size in its header. */
const createPng = (width: number, height: number, data = deflateSync(Buffer.alloc(1_000))) => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    createChunk('IHDR', header),
    createChunk('IDAT', data),
    createChunk('IEND', Buffer.alloc(0)),
  ]);
};

test('a picture is stored upright and without metadata (S40)', async () => {
  const sideways = await createBlankPicture(40, 20)
    .withExif({ IFD0: { Make: 'Acme', Orientation: '6' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withIccProfile('p3')
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const stored = await reencodePicture(sideways, { encodeAsPng: false });
  assert.deepEqual([stored.width, stored.height, stored.mediaType], [20, 40, 'image/jpeg']);
  for (const image of [stored.content, stored.thumbnail]) {
    const { exif, icc, xmp, orientation, format } = await sharp(image).metadata();
    assert.deepEqual(
      [exif, icc, xmp, orientation, format],
      [undefined, undefined, undefined, undefined, 'jpeg'],
    );
    assert.ok(!image.includes('Acme') && !image.includes('secret'));
  }
});

test('content hidden inside or after a picture is removed (S38)', async () => {
  const payload = '<script>alert(1)</script>PK\x03\x04';
  const jpeg = await createBlankPicture(40, 20).jpeg().toBuffer();
  const png = await createBlankPicture(40, 20).png().toBuffer();
  const comment = createChunk('tEXt', Buffer.from(`Comment\0${payload}`, 'latin1'));
  const polyglots = [
    Buffer.concat([jpeg, Buffer.from(payload, 'latin1')]),
    Buffer.concat([png, Buffer.from(payload, 'latin1')]),
    Buffer.concat([png.subarray(0, 33), comment, png.subarray(33)]),
  ];
  for (const polyglot of polyglots) {
    const { content, thumbnail } = await reencodePicture(polyglot, { encodeAsPng: false });
    for (const image of [content, thumbnail]) assert.ok(!image.includes('script'));
  }
});

test('a large picture is scaled down, a small one keeps its size, and both get a thumbnail', async () => {
  const large = await reencodePicture(await createBlankPicture(6_000, 3_000).jpeg().toBuffer(), {
    encodeAsPng: false,
  });
  assert.deepEqual([large.width, large.height], [4_096, 2_048]);
  const small = await reencodePicture(await createBlankPicture(30, 10).webp().toBuffer(), {
    encodeAsPng: false,
  });
  assert.deepEqual([small.width, small.height, small.mediaType], [30, 10, 'image/jpeg']);
  const thumbnails = await Promise.all([large, small].map(({ thumbnail }) => sharp(thumbnail).metadata()));
  assert.deepEqual(
    thumbnails.map(({ width, height }) => [width, height]),
    [
      [400, 200],
      [30, 10],
    ],
  );
});

test('a signature is stored as PNG, preserving transparency', async () => {
  const transparentPicture = sharp({
    create: { width: 20, height: 10, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  });
  for (const [picture, encodeAsPng] of [
    [await transparentPicture.png().toBuffer(), true],
    [await transparentPicture.webp().toBuffer(), false],
  ] as const) {
    const { content, mediaType } = await reencodePicture(picture, { encodeAsPng });
    assert.equal(mediaType, 'image/png');
    assert.equal((await sharp(content).stats()).isOpaque, false);
  }
  assert.equal(
    (await reencodePicture(await createBlankPicture(9, 9).jpeg().toBuffer(), { encodeAsPng: true }))
      .mediaType,
    'image/png',
  );
});

test('a transparent drawing is stored as PNG, and a transparent photo as the smaller WebP', async () => {
  const size = { width: 1_600, height: 1_200 };
  const photo = sharp({
    create: { ...size, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  }).joinChannel(Buffer.alloc(size.width * size.height, 200), { raw: { ...size, channels: 1 } });
  const picture = await photo.webp({ quality: 40 }).toBuffer();
  assert.ok((await sharp(picture).png().toBuffer()).length > 3 * picture.length);
  for (const encodeAsPng of [false, true]) {
    const stored = await reencodePicture(picture, { encodeAsPng });
    assert.equal(stored.mediaType, 'image/webp');
    assert.ok(stored.content.length < 2 * picture.length, `${stored.content.length} of ${picture.length}`);
    const { format, hasAlpha, exif } = await sharp(stored.content).metadata();
    assert.deepEqual([format, hasAlpha, exif], ['webp', true, undefined]);
    assert.equal((await sharp(stored.thumbnail).metadata()).format, 'jpeg');
  }
  const drawing = await sharp({ create: { ...size, channels: 4, background: '#00000000' } })
    .composite([{ input: { create: { width: 90, height: 40, channels: 4, background: 'navy' } } }])
    .webp({ lossless: true })
    .toBuffer();
  const stored = await reencodePicture(drawing, { encodeAsPng: false });
  assert.equal(stored.mediaType, 'image/png');
});

test('a picture with too many pixels is rejected based on its header (S38)', async () => {
  const avif = await createBlankPicture(5_100, 5_000).avif({ effort: 0 }).toBuffer();
  const rssBefore = process.memoryUsage().rss;
  const zeros = deflateSync(Buffer.alloc(50_000_000));
  const rejectAll = async () => {
    await assert.rejects(
      reencodePicture(createPng(50_000, 50_000), { encodeAsPng: false }),
      /has 50000 x 50000 pixels, more than/,
    );
    await assert.rejects(
      reencodePicture(createPng(50_000, 8_000, zeros), { encodeAsPng: false }),
      InvalidPictureError,
    );
    await assert.rejects(reencodePicture(avif, { encodeAsPng: false }), /more than 25000000/);
  };
  await assertCpuTimeRatioBelow(20, () => measureProcessCpuTime(rejectAll));
  assert.ok(process.memoryUsage().rss - rssBefore < 200_000_000);
});

test('picture formats that cameras do not produce are rejected', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  for (const picture of [
    Buffer.from(svg),
    Buffer.from(gif, 'base64'),
    Buffer.from('PK\x03\x04zip'),
    Buffer.alloc(0),
  ]) {
    await assert.rejects(reencodePicture(picture, { encodeAsPng: false }), InvalidPictureError);
  }
});

test('a truncated or corrupted picture never causes an internal error', async () => {
  const jpeg = await createBlankPicture(64, 64).jpeg().toBuffer();
  const png = await createBlankPicture(64, 64).png().toBuffer();
  await assert.rejects(
    reencodePicture(jpeg.subarray(0, jpeg.length - 20), { encodeAsPng: false }),
    InvalidPictureError,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(jpeg, png),
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), {
        minLength: 1,
        maxLength: 5,
      }),
      async (picture, changes) => {
        const changedPicture = Buffer.from(picture);
        for (const [fraction, byte] of changes)
          changedPicture[Math.floor(fraction * (changedPicture.length - 1))] = byte;
        await reencodePicture(changedPicture, { encodeAsPng: false }).catch((error) =>
          assert.ok(error instanceof InvalidPictureError),
        );
      },
    ),
    { numRuns: 200 },
  );
});
