import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { dictionary } from '@zxcvbn-ts/language-common';
import { inEnglish } from '#sentences/sentence.ts';
import { Problem } from '#service/problem.ts';
import { startService } from '#service/testing/start-service.ts';
import { refuseUnfitPassword } from './password-policy.ts';

/** A service in which an administrator gives anna passwords, and she signs in with them. */
const startWithAnna = async (t: TestContext) => {
  const { as, organisation, url } = await startService(t);
  const admin = await as('admin');
  return {
    give: (password: string) =>
      admin.request('PATCH', `/api/v1/users/${organisation.userIds.anna}`, { password }),
    signIn: async (password: string) => {
      const form = { grant_type: 'password', username: 'anna', password, tenancyName: 'default' };
      return (await fetch(`${url}/token`, { method: 'POST', body: new URLSearchParams(form) })).status;
    },
  };
};

const unfitness = async (password: string): Promise<string | undefined> => {
  const owner = { userName: 'anna', emailAddress: 'Anna.deVries@example.org' };
  try {
    await refuseUnfitPassword(password, owner, 'newPassword');
    return undefined;
  } catch (error) {
    assert.ok(error instanceof Problem);
    const [field] = error.fields;
    assert.deepEqual([error.kind, error.fields.length, field?.members], ['invalid', 1, ['newPassword']]);
    return inEnglish(field!.message);
  }
};

test('a long password, of any characters, counts whole', async (t) => {
  const { give, signIn } = await startWithAnna(t);
  const passwords = [
    'railings and bridges and locks and sluices and quays and piers !',
    '0123456789abcdefghij'.repeat(10),
    '  blanks before, between  and behind  ',
    'Пароль без пробелов? Нет: 密码和空格 🌉🌉',
    '🌉🚧🛠️🧱🪜🔩🔧',
    '\t\n\u0001 control characters',
  ];
  assert.deepEqual([[...passwords[0]!].length, [...passwords[1]!].length], [64, 200]);
  for (const password of passwords) {
    assert.equal((await give(password)).status, 200, password);
    assert.equal(await signIn(password), 200, password);
    for (const other of [password.slice(0, -1), password.toUpperCase(), `${password} `]) {
      if (other !== password) assert.equal(await signIn(other), 400, other);
    }
  }
});

test('the same letters composed by another keyboard are the same password', async (t) => {
  const { give, signIn } = await startWithAnna(t);
  const [composed, decomposed] = ['caf\u00e9 in de haven', 'cafe\u0301 in de haven'];
  for (const given of [composed, decomposed]) {
    await give(given);
    assert.deepEqual([await signIn(composed), await signIn(decomposed)], [200, 200]);
  }
  assert.equal(await signIn('cafe in de haven'), 400);
});

test('a password may have 8 to 256 characters, counted as people do', async (t) => {
  const { give } = await startWithAnna(t);
  for (const password of ['zo kort.', '🌉🚧🪜🧱🪚🔩🔧⚓', 'ß'.repeat(256), '🌉'.repeat(256)]) {
    assert.equal((await give(password)).status, 200, password);
    assert.equal(await unfitness(password), undefined);
  }
  assert.match(
    (await unfitness('🌉🚧🪜🧱🪚🔩🔧'))!,
    /at least 8 characters, better 15 or more; 7 were given/,
  );
  assert.match((await unfitness('x'.repeat(257)))!, /at most 256 characters; 257 were given/);
  for (const password of ['', 'x', '🌉🚧🪜🧱🪚🔩🔧', 'x'.repeat(257)]) {
    const { status, body } = await give(password);
    assert.deepEqual([status, body.errors[0].field], [422, 'password'], password);
  }
});

test('the 3,000 most common passwords are refused, in any letter case', async () => {
  const list = dictionary['passwords-common'];
  const longEnough = list.filter(({ length }) => length >= 8).slice(0, 3_000);
  assert.equal(longEnough.length, 3_000);
  for (const password of [...list.slice(0, 3_000), ...longEnough]) {
    assert.match((await unfitness(password)) ?? password, /at least 8 characters|is a common password/);
    assert.notEqual(await unfitness(password.toUpperCase()), undefined, password);
  }
});

test('a common password is told so to whoever sets it, and the one before stays', async (t) => {
  const { give, signIn } = await startWithAnna(t);
  await give('three bridges, two locks');
  const { status, body } = await give('Password1');
  assert.equal(status, 422);
  assert.deepEqual(body.errors, [
    {
      field: 'password',
      message:
        "The field 'password' is a common password, among the first that attackers try: choose several words that do not belong together.",
    },
  ]);
  assert.equal(await signIn('three bridges, two locks'), 200);
});

test('what everybody knows of a user makes no password', async () => {
  const known = [
    'AnnaAnna',
    'anna1234',
    'Ronda2024',
    'rondaronda',
    'ronda-anna',
    'anna.devries@example.org!',
  ];
  for (const password of [...known, 'Anna.deVries1', '!!RONDAanna!!']) {
    assert.match((await unfitness(password)) ?? password, /of which the user name/);
  }
  for (const password of ['annabel and her bicycle', 'a round in Ronda, Spain', 'susanna x7?q']) {
    assert.equal(await unfitness(password), undefined, password);
  }
});

test('a user name of one or two letters forbids nothing', async () => {
  await refuseUnfitPassword('banana split', { userName: 'a', emailAddress: 'an@example.org' });
});

test('nobody gets a password who does not exist', async (t) => {
  const { as } = await startService(t);
  const { status } = await (await as('admin')).request('PATCH', '/api/v1/users/999999', {
    password: 'three bridges, two locks',
  });
  assert.equal(status, 404);
});
