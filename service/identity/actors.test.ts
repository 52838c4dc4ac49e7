import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { startService } from '#service/testing/start-service.ts';
import { collectGarbage } from '#workbook-engine/testing/collect-garbage.ts';

test('invalid credentials do not keep long headers in memory', async (t) => {
  const { url } = await startService(t);
  const sendRequest = (headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      request(`${url}/api/v1/me`, { headers }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode!));
      })
        .on('error', reject)
        .end();
    });
  const blanks = ' '.repeat(60_000);
  const measureHeapAfter = async (requests: number) => {
    for (let index = 0; index < requests; index++) {
      const secret = `1_${String(index).padEnd(43, 'x')}`;
      const statuses = await Promise.all([
        sendRequest({ authorization: `Bearer ronda_${String(index).padEnd(60_000, 'x')}` }),
        sendRequest({ authorization: `Bearer ${blanks}ronda_${secret}` }),
        sendRequest({ cookie: `other=${'x'.repeat(60_000)}; ronda-session=ronda-session_${secret}` }),
      ]);
      assert.deepEqual(statuses, [401, 401, 401]);
    }
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const initialHeap = await measureHeapAfter(20);
  const finalHeap = await measureHeapAfter(220);
  const growth = finalHeap - initialHeap;
  // The 200 extra rounds send three 60 KB headers each: 36 MB in total.
  assert.ok(growth < 9_000_000, `${Math.round(growth / 1e6)} MB remain`);
});
