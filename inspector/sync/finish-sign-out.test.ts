import { createIdentity } from '#inspector/testing/memory-device.ts';

// The import above must come first because it provides IndexedDB, which Dexie looks up when it loads.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  type Owner,
  readIdentity,
  recordErasure,
  recordSignOut,
  recordTeams,
  updateIdentity,
} from '#inspector/store/device-identity.ts';
import { finishSignOut } from './finish-sign-out.ts';
import {
  EraseRequiredError,
  RequestRejectedError,
  type ServerClient,
  ServerUnreachableError,
} from './server-client.ts';

const ANNA: Owner = {
  ...{ deviceId: 'd1', tenancyName: 'default', id: 7, userName: 'anna' },
  ...{ name: 'Anna', surname: 'Visser', teamIds: [] },
};
const PIETER: Owner = { ...ANNA, deviceId: 'd2', id: 8, userName: 'pieter' };

/** Creates a sign-out that records its steps. Steps listed in `failures` throw their error instead. */
const createSignOut = (t: TestContext) => {
  const identity = createIdentity(t);
  const steps: string[] = [];
  const failures = new Map<string, Error>();
  const runStep = async (name: string) => {
    const failure = failures.get(name);
    if (failure) throw failure;
    steps.push(name);
  };
  const browserSession = { isSignedIn: true };
  const createClient = (name: string) =>
    ({
      request: async (method: string, path: string) =>
        path === '/inspect/session' ? browserSession : runStep(`${name} ${method} ${path.slice(11)}`),
    }) as unknown as ServerClient;
  const signOut = {
    ...{ identity, deviceClient: createClient('device'), sessionClient: createClient('session') },
    eraseStore: (person: string) => runStep(`erase ${person}`),
    eraseAllStores: () => runStep('erase everyone'),
  };
  const finish = async () => finishSignOut(signOut, await readIdentity(identity));
  return { identity, browserSession, steps, failures, finish };
};

const SIGN_OUT = ['erase default-7', 'device DELETE devices/current', 'session DELETE sessions/current'];

test('a sign-out interrupted at any step is completed the next time the app starts', async (t) => {
  for (const failingStep of SIGN_OUT) {
    const { identity, steps, failures, finish } = createSignOut(t);
    await updateIdentity(identity, () => ({ owner: ANNA }));
    await recordSignOut(identity, ANNA);
    failures.set(failingStep, new ServerUnreachableError());
    await assert.rejects(finish(), ServerUnreachableError);
    assert.equal((await readIdentity(identity)).owner, null);
    failures.clear();
    await finish();
    assert.deepEqual([...new Set(steps)], SIGN_OUT, `interrupted at ${failingStep}`);
    assert.deepEqual(await readIdentity(identity), {
      ...{ owner: null, toErase: [], unacknowledged: null },
      clockOffset: 0,
    });
    await finish();
    assert.equal(steps.filter((step) => step === SIGN_OUT.at(-1)).length, 1, 'no step is repeated');
    await identity.values.clear();
  }
});

test('a sign-out rejected because the device has already been revoked counts as complete', async (t) => {
  const { identity, failures, finish } = createSignOut(t);
  await updateIdentity(identity, () => ({ owner: ANNA }));
  await recordSignOut(identity, ANNA);
  failures.set(SIGN_OUT[1]!, new RequestRejectedError(401, 'ended'));
  await finish();
  assert.equal((await readIdentity(identity)).unacknowledged, null);
});

test('a sign-out sends no request for a browser session that has already ended', async (t) => {
  const { identity, browserSession, steps, finish } = createSignOut(t);
  browserSession.isSignedIn = false;
  await updateIdentity(identity, () => ({ owner: ANNA }));
  await recordSignOut(identity, ANNA);
  await finish();
  assert.deepEqual(steps, SIGN_OUT.slice(0, 2));
});

test('a device marked for erasure is erased completely when its owner signs out', async (t) => {
  const { identity, steps, failures, finish } = createSignOut(t);
  await updateIdentity(identity, () => ({ owner: ANNA }));
  await recordSignOut(identity, ANNA);
  failures.set(SIGN_OUT[1]!, new EraseRequiredError(401, 'lost'));
  await finish();
  assert.deepEqual(steps, [
    'erase default-7',
    'erase everyone',
    'session DELETE sessions/current',
    'device POST devices/current/erased',
  ]);
  assert.equal((await readIdentity(identity)).unacknowledged, null);
});

test('an interrupted erasure is finished, and is confirmed once the device is online', async (t) => {
  const { identity, steps, failures, finish } = createSignOut(t);
  await updateIdentity(identity, () => ({ owner: ANNA }));
  await recordErasure(identity);
  failures.set('device POST devices/current/erased', new ServerUnreachableError());
  await assert.rejects(finish(), ServerUnreachableError);
  failures.clear();
  await finish();
  const erase = ['erase everyone', 'session DELETE sessions/current'];
  assert.deepEqual(steps, [...erase, ...erase, 'device POST devices/current/erased']);
});

test('a window that stores teams late neither signs its owner in again nor signs another person out', async (t) => {
  const { identity } = createSignOut(t);
  await updateIdentity(identity, () => ({ owner: ANNA }));
  await recordSignOut(identity, ANNA);
  await recordTeams(identity, ANNA, ['t1']);
  assert.equal((await readIdentity(identity)).owner, null);
  await updateIdentity(identity, () => ({ owner: PIETER }));
  await recordTeams(identity, ANNA, ['t1']);
  await recordSignOut(identity, ANNA);
  assert.deepEqual((await readIdentity(identity)).owner, PIETER);
});
