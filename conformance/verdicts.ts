import assert from 'node:assert/strict';
import type { ErrorObject } from '#contract/envelope.ts';
import type { Answer, Row } from './client.ts';

// What an answer must be as a whole. Each returns what a rule looks at next.

/** A successful answer (contract, Errors 2); returns its result. */
export const succeeded = ({ status, text, body }: Answer): Row => {
  assert.equal(status, 200, text);
  assert.equal(body.success, true, text);
  assert.equal(body.error, null);
  assert.equal(body.unAuthorizedRequest, false);
  return body.result;
};

/** The items of a list, which are as many as it says (decision W5). */
export const listed = (answer: Answer): Row[] => {
  const { results, __count } = succeeded(answer);
  assert.ok(Array.isArray(results), 'result.results is an array');
  assert.equal(__count, results.length);
  return results;
};

/** A request that failed although its caller may make it (contract, Errors 1; decision W8). */
export const refused = ({ status, text, body }: Answer): ErrorObject => {
  assert.equal(status, 200, text);
  assert.equal(body.success, false, text);
  assert.equal(body.result, null);
  assert.equal(body.unAuthorizedRequest, false);
  assert.equal(typeof body.error.code, 'number');
  return body.error;
};

/** Refused for a fact of the world: a message that names the given values, and nothing else (decision W10). */
export const refusedFor = (answer: Answer, ...named: string[]): string => {
  const { message, details, validationErrors } = refused(answer);
  for (const value of named) assert.ok(message.includes(value), `"${message}" names ${value}`);
  assert.equal(details, null);
  assert.equal(validationErrors, null);
  return message;
};

/** Refused for its shape: one validation error per offending field, and no other (decision W9). */
export const invalid = (answer: Answer, ...members: string[]): ErrorObject => {
  const error = refused(answer);
  assert.equal(error.message, 'Your request is not valid!', answer.text);
  assert.deepEqual(
    error.validationErrors?.map((one) => one.members),
    members.map((member) => [member]),
    answer.text,
  );
  const [, ...lines] = error.details!.split('\r\n');
  assert.deepEqual(
    lines,
    error.validationErrors?.map(({ message }) => ` - ${message}`),
  );
  return error;
};

/** Refused because the caller lacks a permission, which the message names (decision W7). */
export const forbidden = ({ status, text, body }: Answer, permission: string) => {
  assert.equal(status, 403, text);
  assert.equal(body.success, false);
  assert.equal(body.unAuthorizedRequest, true);
  assert.ok(body.error.message.includes(permission), `"${body.error.message}" names ${permission}`);
};

/** Refused because nobody is signed in (decision W6). */
export const unauthenticated = ({ status, headers, text, body }: Answer) => {
  assert.equal(status, 401, text);
  assert.equal(headers.get('www-authenticate'), 'Bearer');
  assert.equal(body.success, false);
  assert.equal(body.unAuthorizedRequest, true);
  assert.equal(typeof body.error.message, 'string');
};

/** Instants as the contract writes them: yyyy-MM-ddTHH:mm:ss.fffZ. */
export const isInstant = (value: unknown) => {
  assert.match(String(value), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
};

export const isUuid = (value: unknown) => {
  assert.match(String(value), /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);
};
