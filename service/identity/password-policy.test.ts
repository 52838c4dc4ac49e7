import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { dictionary } from '@zxcvbn-ts/language-common';
import { toEnglish } from '#i18n/message.ts';
import { Problem } from '#service/problem.ts';
import { startService } from '#service/testing/start-service.ts';
import { rejectUnsuitablePassword } from './password-policy.ts';

/** Starts a service where an administrator sets anna's password. */
const startWithAnna = async (t: TestContext) => {
  const { as, organisation, url } = await startService(t);
  const admin = await as('admin');
  return {
    setPassword: (password: string) =>
      admin.request('PATCH', `/api/v1/users/${organisation.userIds.anna}`, { password }),
    signIn: async (password: string) => {
      const form = { grant_type: 'password', username: 'anna', password, tenancyName: 'default' };
      return (await fetch(`${url}/token`, { method: 'POST', body: new URLSearchParams(form) })).status;
    },
  };
};

const findRejection = async (password: string): Promise<string | undefined> => {
  const owner = { userName: 'anna', emailAddress: 'Anna.deVries@example.org' };
  try {
    await rejectUnsuitablePassword(password, owner, 'newPassword');
    return undefined;
  } catch (error) {
    assert.ok(error instanceof Problem);
    const [field] = error.fields;
    assert.deepEqual([error.kind, error.fields.length, field?.members], ['invalid', 1, ['newPassword']]);
    return toEnglish(field!.message);
  }
};

test('passwords can contain any characters and are compared in full', async (t) => {
  const { setPassword, signIn } = await startWithAnna(t);
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
    assert.equal((await setPassword(password)).status, 200, password);
    assert.equal(await signIn(password), 200, password);
    for (const variant of [password.slice(0, -1), password.toUpperCase(), `${password} `]) {
      if (variant !== password) assert.equal(await signIn(variant), 400, variant);
    }
  }
});

test('the composed and decomposed forms of a password are equivalent', async (t) => {
  const { setPassword, signIn } = await startWithAnna(t);
  const [composed, decomposed] = ['caf\u00e9 in de haven', 'cafe\u0301 in de haven'];
  for (const password of [composed, decomposed]) {
    await setPassword(password);
    assert.deepEqual([await signIn(composed), await signIn(decomposed)], [200, 200]);
  }
  assert.equal(await signIn('cafe in de haven'), 400);
});

test('a password may have 8 to 256 characters, counted as code points', async (t) => {
  const { setPassword } = await startWithAnna(t);
  for (const password of ['zo kort.', '🌉🚧🪜🧱🪚🔩🔧⚓', 'ß'.repeat(256), '🌉'.repeat(256)]) {
    assert.equal((await setPassword(password)).status, 200, password);
    assert.equal(await findRejection(password), undefined);
  }
  assert.match(
    (await findRejection('🌉🚧🪜🧱🪚🔩🔧'))!,
    /at least 8 characters, preferably 15 or more; 7 were given/,
  );
  assert.match((await findRejection('x'.repeat(257)))!, /at most 256 characters; 257 were given/);
  for (const password of ['', 'x', '🌉🚧🪜🧱🪚🔩🔧', 'x'.repeat(257)]) {
    const { status, body } = await setPassword(password);
    assert.deepEqual([status, body.errors[0].field], [422, 'password'], password);
  }
});

test('the 3,000 most common passwords are rejected, in lower and upper case', async () => {
  const commonPasswords = dictionary['passwords-common'];
  const longPasswords = commonPasswords.filter(({ length }) => length >= 8).slice(0, 3_000);
  assert.equal(longPasswords.length, 3_000);
  for (const password of [...commonPasswords.slice(0, 3_000), ...longPasswords]) {
    assert.match((await findRejection(password)) ?? password, /at least 8 characters|password is too common/);
    assert.notEqual(await findRejection(password.toUpperCase()), undefined, password);
  }
});

test('setting a common password gives the reason and leaves the previous password unchanged', async (t) => {
  const { setPassword, signIn } = await startWithAnna(t);
  await setPassword('three bridges, two locks');
  const { status, body } = await setPassword('Password1');
  assert.equal(status, 422);
  assert.deepEqual(body.errors, [
    {
      field: 'password',
      message: 'This password is too common: attackers try it first. Choose several unrelated words.',
    },
  ]);
  assert.equal(await signIn('three bridges, two locks'), 200);
});

test("a password that consists of little more than the user's names or 'ronda' is rejected", async () => {
  const names = [
    'AnnaAnna',
    'anna1234',
    'Ronda2024',
    'rondaronda',
    'ronda-anna',
    'anna.devries@example.org!',
  ];
  for (const password of [...names, 'Anna.deVries1', '!!RONDAanna!!']) {
    assert.match((await findRejection(password)) ?? password, /The user name, the email address/);
  }
  for (const password of ['annabel and her bicycle', 'a round in Ronda, Spain', 'susanna x7?q']) {
    assert.equal(await findRejection(password), undefined, password);
  }
});

test('a user name of one or two letters may occur in a password', async () => {
  await rejectUnsuitablePassword('banana split', { userName: 'a', emailAddress: 'an@example.org' });
});

test('setting the password of an unknown user returns 404', async (t) => {
  const { as } = await startService(t);
  const { status } = await (await as('admin')).request('PATCH', '/api/v1/users/999999', {
    password: 'three bridges, two locks',
  });
  assert.equal(status, 404);
});
