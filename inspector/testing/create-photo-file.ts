import { createNoisyJpeg } from '#service/testing/upload-client.ts';

export const createPhotoFile = async (
  name: string,
  [width, height]: readonly [number, number] = [800, 600],
) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(await createNoisyJpeg(width, height)),
});
