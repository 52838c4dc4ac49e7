import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { createNoisyJpeg, startUploadClient, type UploadClient } from '#service/testing/upload-client.ts';

test('a reviewer opens full-size pictures by keyboard and shares the URL', async (t) => {
  let sender: UploadClient | undefined;
  const photoIds: string[] = [];
  const portal = await startPortal(t, {
    userName: 'coordinator',
    prepare: async (service) => {
      sender = await startUploadClient(service, 'anna', { externalId: 'WO-7' });
      for (const [width, height] of [
        [400, 300],
        [300, 400],
      ] as const)
        photoIds.push((await sender.send(await createNoisyJpeg(width, height), { field: 'Photos' })).id);
      const scan = await sender.send(await createNoisyJpeg(200, 200), {
        field: 'Papers',
        filename: 'scan.jpg',
      });
      const commentPictureId = (await sender.send(await createNoisyJpeg(200, 100), { field: 'Height' })).id;
      const creationResponse = await sender.create(1_000, { field: 'Mark' });
      const [, incompleteId] = /([^/]+)$/.exec(creationResponse.headers.get('location')!)!;
      const response = await sender.caller.request('PATCH', `${sender.inspection}/answers`, {
        answers: { Photos: photoIds, Papers: scan.id, Mark: incompleteId, Height: 3 },
        comments: { Height: { text: 'Seen from below', pictures: [commentPictureId] } },
      });
      assert.equal(response.status, 200, JSON.stringify(response.body));
    },
  });
  if (!portal || !sender) return;
  const { open } = portal;
  const page = await open(`/portal/inspections/${sender.inspectionId}`);
  const photos = page.getByRole('article', { name: 'Photos' });
  const boxes = await Promise.all(
    [1, 2].map((number) => photos.getByRole('img', { name: `Photo ${number} of Photos` }).boundingBox()),
  );
  assert.equal(boxes[0]!.y, boxes[1]!.y, 'the thumbnails are side by side');
  assert.equal(boxes[0]!.height, boxes[1]!.height);
  await page.getByRole('article', { name: 'Height' }).getByText('Seen from below').waitFor();
  await page.getByRole('article', { name: 'Mark' }).getByText('Not on the server', { exact: true }).waitFor();
  await assertAccessibleInBothThemes(page);

  const firstLink = photos.getByRole('link', { name: 'Photo 1 of Photos' });
  await firstLink.focus();
  await page.keyboard.press('Enter');
  const lightbox = page.getByRole('dialog');
  await lightbox.getByText('1 of 3').waitFor();
  assert.match(page.url(), new RegExp(`picture=${photoIds[0]}`));
  await lightbox.getByText(/Uploaded by anna/).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('ArrowRight');
  await lightbox.getByText('2 of 3').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await lightbox.getByText('1 of 3').waitFor();
  const url = new URL(page.url());
  await page.keyboard.press('Escape');
  await lightbox.waitFor({ state: 'detached' });
  assert.doesNotMatch(page.url(), /picture=/);
  const focusedAlt = await page.evaluate("document.activeElement.querySelector('img')?.alt");
  assert.equal(focusedAlt, 'Photo 1 of Photos', 'the focus returns to the thumbnail');

  const viewer = await open(url.pathname + url.search, 'viewer');
  await viewer.getByRole('dialog').getByText('1 of 3').waitFor();
  portal.assertNoPageErrors();
});
