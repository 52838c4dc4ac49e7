import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '#service/database/connect.ts';
import { startWithSecrets } from '#service/testing/start-with-secrets.ts';
import { signInWithClientCredentials } from './client-credentials-grant.ts';
import { createSignInThrottle } from './sign-in-throttle.ts';

/** Counts the statements sent to a database, and how many of them write a row. */
const countWork = (db: Database) => {
  const work = { statements: 0, writes: 0 };
  const countingDb = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      work.statements++;
      if ((result.numAffectedRows ?? 0n) > 0n) work.writes++;
      return result;
    },
  });
  return { db: countingDb, work };
};

test('rejecting an unknown client ID takes as much work as rejecting a wrong secret for a known one (S49)', async (t) => {
  const { database } = await startWithSecrets(t);
  const alarms: number[] = [];
  const monitor = { count: () => undefined, raiseAlarm: (tenantId: number) => void alarms.push(tenantId) };
  const failSignIn = async (clientId: string, address: string) => {
    const { db, work } = countWork(database.db);
    const throttle = createSignInThrottle(db, monitor);
    const origin = { channel: 'http', ipAddress: address, userAgent: null, requestId: null } as const;
    const credentials = { clientId, clientSecret: 'wrong' };
    await assert.rejects(signInWithClientCredentials({ db, throttle }, credentials, origin), {
      error: 'invalid_client',
    });
    return work;
  };
  const first = await failSignIn('erp-client', '198.51.100.1');
  assert.ok(first.statements >= 5 && first.writes >= 4, JSON.stringify(first));
  assert.deepEqual(await failSignIn('unknown-client', '198.51.100.4'), first);
  // Delays start after the fifth failure from an address.
  for (let n = 0; n < 7; n++) {
    const [known, unknown] = [
      await failSignIn('erp-client', '198.51.100.2'),
      await failSignIn('unknown-client', '198.51.100.3'),
    ];
    assert.deepEqual(unknown, known, `failure ${n}`);
  }
  // The work is the same even when the failures raise an alarm, which only a known client can do.
  const countStatements = async (clientId: string, offset: number) => {
    let statements = 0;
    for (let n = 0; n < 120; n++) {
      statements += (await failSignIn(clientId, `203.0.113.${n + offset}`)).statements;
    }
    return statements;
  };
  assert.equal(await countStatements('unknown-client', 128), await countStatements('erp-client', 0));
  assert.equal(alarms.length, 1);
});
