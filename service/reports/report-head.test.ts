import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, startUploadClient } from '#service/testing/upload-client.ts';

const HEADERS = [
  'content-type',
  'content-disposition',
  'content-security-policy',
  'cache-control',
  'x-robots-tag',
];

test('HEAD returns the same headers as GET, without rendering the report or counting a use of the link', async (t) => {
  const service = await startService(t);
  const anna = await startUploadClient(service, 'anna');
  await anna.send(await createNoisyJpeg(30, 20), { field: 'Photos' });
  assert.equal((await anna.caller.post(`${anna.inspection}/complete`)).status, 200);
  const planner = await service.as('coordinator');
  const { anonymous } = service;
  const shares = `${anna.inspection}/shares`;
  const { id, url } = (await planner.post(shares, { expiresInDays: 1 })).body;
  const link = new URL(url).pathname;
  const report = `${anna.inspection}/report.pdf`;
  const [rendered, shared] = [await planner.get(report), await anonymous.get(link)];
  // Rendering the report would read its picture.
  const { files } = service.services.uploads;
  files.read = () => assert.fail('HEAD renders a report');
  for (const [head, got] of [
    [await planner.request('HEAD', report), rendered],
    [await anonymous.request('HEAD', link), shared],
  ] as const) {
    assert.deepEqual([head.status, head.bytes.length], [200, 0]);
    // The length is unknown before rendering.
    assert.equal(head.headers.get('content-length'), null);
    const sent = ({ headers }: typeof head) => HEADERS.map((name) => headers.get(name));
    assert.deepEqual(sent(head), sent(got));
  }
  assert.equal((await planner.get(shares)).body.shares[0].uses, 1);
  assert.equal((await anonymous.request('HEAD', report)).status, 401);
  assert.equal((await (await service.as('bram')).request('HEAD', report)).status, 404);
  await planner.request('DELETE', `${shares}/${id}`);
  for (const path of [link, `${link}x`, '/shared/reports/']) {
    const missing = await anonymous.request('HEAD', path, undefined, { accept: 'text/html' });
    assert.deepEqual([missing.status, missing.bytes.length], [404, 0]);
    assert.equal(missing.headers.get('content-type'), 'text/html; charset=utf-8');
  }
});
