import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { noisyJpeg, type Sender, startSending } from '#service/testing/upload-caller.ts';

test('thumbnails are in one row, open in full size by keyboard, and have their own URL', async (t) => {
  let sender: Sender | undefined;
  const sent: string[] = [];
  const portal = await startPortal(t, {
    userName: 'coordinator',
    prepare: async (service) => {
      sender = await startSending(service, 'anna', { externalId: 'WO-7' });
      for (const [width, height] of [
        [400, 300],
        [300, 400],
      ] as const)
        sent.push((await sender.send(await noisyJpeg(width, height), { field: 'Photos' })).id);
      const scan = await sender.send(await noisyJpeg(200, 200), { field: 'Papers', filename: 'scan.jpg' });
      const beside = (await sender.send(await noisyJpeg(200, 100), { field: 'Height' })).id;
      const announced = await sender.create(1_000, { field: 'Mark' });
      const [, onItsWay] = /([^/]+)$/.exec(announced.headers.get('location')!)!;
      const saved = await sender.caller.request('PATCH', `${sender.inspection}/answers`, {
        answers: { Photos: sent, Papers: scan.id, Mark: onItsWay, Height: 3 },
        comments: { Height: { text: 'Seen from below', pictures: [beside] } },
      });
      assert.equal(saved.status, 200, JSON.stringify(saved.body));
    },
  });
  if (!portal || !sender) return;
  const { open } = portal;
  const page = await open(`/portal/inspections/${sender.inspectionId}`);
  const photos = page.getByRole('article', { name: 'Photos' });
  const boxes = await Promise.all(
    [1, 2].map((number) => photos.getByRole('img', { name: `Photo ${number} of Photos` }).boundingBox()),
  );
  assert.equal(boxes[0]!.y, boxes[1]!.y, 'side by side');
  assert.equal(boxes[0]!.height, boxes[1]!.height);
  await page.getByRole('article', { name: 'Height' }).getByText('Seen from below').waitFor();
  await page.getByRole('article', { name: 'Mark' }).getByText('Not on the server', { exact: true }).waitFor();
  await assertAccessibleInBothThemes(page);

  const first = photos.getByRole('link', { name: 'Photo 1 of Photos' });
  await first.focus();
  await page.keyboard.press('Enter');
  const large = page.getByRole('dialog');
  await large.getByText('1 of 3').waitFor();
  assert.match(page.url(), new RegExp(`picture=${sent[0]}`));
  await large.getByText(/Uploaded by anna/).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('ArrowRight');
  await large.getByText('2 of 3').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await large.getByText('1 of 3').waitFor();
  const address = new URL(page.url());
  await page.keyboard.press('Escape');
  await large.waitFor({ state: 'detached' });
  assert.doesNotMatch(page.url(), /picture=/);
  const focused = await page.evaluate("document.activeElement.querySelector('img')?.alt");
  assert.equal(focused, 'Photo 1 of Photos', 'the focus is back');

  const another = await open(address.pathname + address.search, 'viewer');
  await another.getByRole('dialog').getByText('1 of 3').waitFor();
  portal.assertNoPageErrors();
});
