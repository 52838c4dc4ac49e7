import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startService } from '#service/testing/start-service.ts';

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
};

test('large or numerous request headers from unknown clients do not accumulate in memory', async (t) => {
  const { url } = await startService(t);
  const ask = (headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      request(`${url}/api/v1/me`, { headers }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode!));
      })
        .on('error', reject)
        .end();
    });
  const blanks = ' '.repeat(60_000);
  const fill = async (many: number) => {
    for (let index = 0; index < many; index++) {
      const secret = `1_${String(index).padEnd(43, 'x')}`;
      const answers = await Promise.all([
        ask({ authorization: `Bearer ronda_${String(index).padEnd(60_000, 'x')}` }),
        ask({ authorization: `Bearer ${blanks}ronda_${secret}` }),
        ask({ cookie: `other=${'x'.repeat(60_000)}; ronda-session=ronda-session_${secret}` }),
      ]);
      assert.deepEqual(answers, [401, 401, 401]);
    }
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await fill(20);
  const after = await fill(220);
  // 200 times 3 headers are 36 MB.
  assert.ok(after - before < 9_000_000, `${Math.round((after - before) / 1e6)} MB remain`);
});
