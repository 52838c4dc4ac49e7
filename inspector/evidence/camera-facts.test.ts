import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import { carryCameraFacts, findCameraFacts, headOf, orientationIn, standUpright } from './camera-facts.ts';

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

const grey = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#777777' } }).jpeg();
const photographed = async () =>
  new Blob([await grey().withExif(EXIF).withMetadata({ orientation: 6 }).toBuffer()], { type: 'image/jpeg' });
const plain = async () => new Blob([await grey().toBuffer()], { type: 'image/jpeg' });

test('a picture that was made of another knows when and where that was taken, and stands upright', async () => {
  const original = await photographed();
  const carried = await carryCameraFacts(original, await plain());
  const { exif, orientation, width } = await sharp(await carried.arrayBuffer()).metadata();
  const before = (await sharp(await original.arrayBuffer()).metadata()).exif!;
  assert.deepEqual(
    { orientation, width, type: carried.type },
    { orientation: 1, width: 40, type: 'image/jpeg' },
  );
  assert.ok(exif!.includes('2026:11:22 09:41:00'));
  const changed = [...before].filter((byte, index) => byte !== exif![index]);
  assert.deepEqual([exif!.length, changed], [before.length, [6]]);
});

test('how a camera was held is read from its picture', async () => {
  assert.equal(orientationIn(findCameraFacts(await headOf(await photographed()))!), 6);
});

test('a picture of which nothing is known stays as it was made', async () => {
  const made = await plain();
  assert.equal(await carryCameraFacts(await plain(), made), made);
  assert.equal(await carryCameraFacts(new Blob(['no picture at all']), made), made);
  assert.equal(await carryCameraFacts(new Blob([]), made), made);
});

test('no bytes, however broken, keep a picture from being made', async () => {
  const whole = await headOf(await photographed());
  const breaks = fc.array(fc.tuple(fc.nat({ max: 600 }), fc.nat({ max: 255 })), { maxLength: 20 });
  fc.assert(
    fc.property(breaks, fc.nat({ max: whole.length }), (changes, length) => {
      const broken = whole.slice(0, length);
      for (const [at, byte] of changes) if (at < length) broken[at] = byte;
      const facts = findCameraFacts(broken);
      if (!facts) return;
      assert.equal(typeof orientationIn(facts), 'number');
      assert.equal(standUpright(facts).length, facts.length);
    }),
    { numRuns: 2_000 },
  );
});
