import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import {
  copyCameraMetadata,
  findExifSegment,
  readHeaderBytes,
  readOrientation,
  resetOrientation,
} from './camera-metadata.ts';

const EXIF = {
  IFD0: { Make: 'Ronda' },
  IFD2: { DateTimeOriginal: '2026:11:22 09:41:00', OffsetTimeOriginal: '+01:00' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '52/1 22/1 12/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '4/1 53/1 24/1',
  },
};

const createGreyJpeg = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#777777' } }).jpeg();
const createPhoto = async () =>
  new Blob([await createGreyJpeg().withExif(EXIF).withMetadata({ orientation: 6 }).toBuffer()], {
    type: 'image/jpeg',
  });
const createPlainPicture = async () => new Blob([await createGreyJpeg().toBuffer()], { type: 'image/jpeg' });

test('a downscaled picture is upright and keeps the time and place of the original', async () => {
  const original = await createPhoto();
  const copy = await copyCameraMetadata(original, await createPlainPicture());
  const { exif, orientation, width } = await sharp(await copy.arrayBuffer()).metadata();
  const originalExif = (await sharp(await original.arrayBuffer()).metadata()).exif!;
  assert.deepEqual(
    { orientation, width, type: copy.type },
    { orientation: 1, width: 40, type: 'image/jpeg' },
  );
  assert.ok(exif!.includes('2026:11:22 09:41:00'));
  const changedBytes = [...originalExif].filter((byte, index) => byte !== exif![index]);
  assert.deepEqual([exif!.length, changedBytes], [originalExif.length, [6]]);
});

test('readOrientation reads the camera’s orientation from the picture', async () => {
  assert.equal(readOrientation(findExifSegment(await readHeaderBytes(await createPhoto()))!), 6);
});

test('a picture without metadata is left unchanged', async () => {
  const plainPicture = await createPlainPicture();
  assert.equal(await copyCameraMetadata(await createPlainPicture(), plainPicture), plainPicture);
  assert.equal(await copyCameraMetadata(new Blob(['not a picture']), plainPicture), plainPicture);
  assert.equal(await copyCameraMetadata(new Blob([]), plainPicture), plainPicture);
});

test('corrupt metadata never throws', async () => {
  const header = await readHeaderBytes(await createPhoto());
  const corruptions = fc.array(fc.tuple(fc.nat({ max: 600 }), fc.nat({ max: 255 })), { maxLength: 20 });
  fc.assert(
    fc.property(corruptions, fc.nat({ max: header.length }), (changes, length) => {
      const corruptHeader = header.slice(0, length);
      for (const [offset, byte] of changes) if (offset < length) corruptHeader[offset] = byte;
      const segment = findExifSegment(corruptHeader);
      if (!segment) return;
      assert.equal(typeof readOrientation(segment), 'number');
      assert.equal(resetOrientation(segment).length, segment.length);
    }),
    { numRuns: 2_000 },
  );
});
