import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { getClaimValues, readProfile, readUserName, type VerifiedAssertion } from './verified-assertion.ts';

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

const assertion: VerifiedAssertion = {
  assertionId: '_1',
  replayableUntil: new Date('2026-03-01T13:02:00Z'),
  subject: 'alice',
  attributes: new Map([
    [`${CLAIMS}/name`, ['Alice.Example']],
    [`${CLAIMS}/givenname`, ['Alice']],
    [`${CLAIMS}/emailaddress`, ['alice@example.org', 'a@example.org']],
    ['NameIdentifier', ['admin']],
    ['groups', ['planners', 'field-force']],
    ['empty', ['']],
    ['none', []],
  ]),
};

test('the user name comes from the subject, or from the attribute with exactly the configured name', () => {
  assert.equal(readUserName(assertion, 'NameIdentifier'), 'alice');
  assert.equal(readUserName(assertion, `${CLAIMS}/name`), 'Alice.Example');
  assert.deepEqual(getClaimValues(assertion, 'groups'), ['planners', 'field-force']);
  assert.deepEqual(getClaimValues(assertion, 'Groups'), []);
});

test('an assertion with no user name or with several user names is rejected', () => {
  for (const claim of ['missing', 'empty', 'none', `${CLAIMS}/Name`, 'nameidentifier', '__proto__']) {
    assert.throws(() => readUserName(assertion, claim), SignInDeniedError, claim);
  }
  assert.throws(
    () => readUserName({ ...assertion, subject: undefined }, 'NameIdentifier'),
    SignInDeniedError,
  );
  assert.throws(() => readUserName(assertion, 'groups'), /more than once/);
});

test("a new user's name and email address come from the usual claims", () => {
  assert.deepEqual(readProfile(assertion), {
    name: 'Alice',
    surname: undefined,
    emailAddress: 'alice@example.org',
  });
});
