import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '#service/database/connect.ts';
import { startWithSecrets } from '#service/testing/start-with-secrets.ts';
import { signInWithClientCredentials } from './client-credentials-grant.ts';
import { createSignInThrottle } from './sign-in-throttle.ts';

/** Wraps a database so that statements, and those that write a row, are counted. */
const counted = (db: Database) => {
  const work = { statements: 0, writes: 0 };
  const counting = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      work.statements++;
      if ((result.numAffectedRows ?? 0n) > 0n) work.writes++;
      return result;
    },
  });
  return { db: counting, work };
};

test('an unknown client id costs the same work as a wrong secret of a known one (S49)', async (t) => {
  const { database } = await startWithSecrets(t);
  const alarms: number[] = [];
  const watch = { count: () => undefined, alarm: (tenantId: number) => void alarms.push(tenantId) };
  const failsAt = async (clientId: string, address: string) => {
    const { db, work } = counted(database.db);
    const throttle = createSignInThrottle(db, watch);
    const origin = { channel: 'http', ipAddress: address, userAgent: null, requestId: null } as const;
    const given = { clientId, clientSecret: 'wrong' };
    await assert.rejects(signInWithClientCredentials({ db, throttle }, given, origin), {
      error: 'invalid_client',
    });
    return work;
  };
  const first = await failsAt('erp-client', '198.51.100.1');
  assert.ok(first.statements >= 5 && first.writes >= 4, JSON.stringify(first));
  assert.deepEqual(await failsAt('nobodys-client', '198.51.100.4'), first);
  // Each uses its own address, where delays start after the fifth failure.
  for (let n = 0; n < 7; n++) {
    const [known, unknown] = [
      await failsAt('erp-client', '198.51.100.2'),
      await failsAt('nobodys-client', '198.51.100.3'),
    ];
    assert.deepEqual(unknown, known, `failure ${n}`);
  }
  // The work is also the same when the failures raise an alarm, which happens once, for the tenant.
  const total = async (clientId: string, offset: number) => {
    let statements = 0;
    for (let n = 0; n < 120; n++) {
      statements += (await failsAt(clientId, `203.0.113.${n + offset}`)).statements;
    }
    return statements;
  };
  assert.equal(await total('nobodys-client', 128), await total('erp-client', 0));
  assert.equal(alarms.length, 1);
});
