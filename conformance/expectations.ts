import assert from 'node:assert/strict';
import type { ErrorObject } from '#contract/envelope.ts';
import type { ApiResponse, Row } from './client.ts';

// Checks on a whole response. Each returns the part that the test checks next.

/** Expects success (contract, Errors 2) and returns the result. */
export const expectSuccess = ({ status, text, body }: ApiResponse): Row => {
  assert.equal(status, 200, text);
  assert.equal(body.success, true, text);
  assert.equal(body.error, null);
  assert.equal(body.unAuthorizedRequest, false);
  return body.result;
};

/** Expects a list whose count is correct (decision W5) and returns its items. */
export const expectList = (response: ApiResponse): Row[] => {
  const { results, __count } = expectSuccess(response);
  assert.ok(Array.isArray(results), 'result.results is not an array');
  assert.equal(__count, results.length);
  return results;
};

/** Expects an error from a request that the client was allowed to send (contract, Errors 1; decision W8). */
export const expectError = ({ status, text, body }: ApiResponse): ErrorObject => {
  assert.equal(status, 200, text);
  assert.equal(body.success, false, text);
  assert.equal(body.result, null);
  assert.equal(body.unAuthorizedRequest, false);
  assert.equal(typeof body.error.code, 'number');
  return body.error;
};

/** Expects a business error: only a message, containing these values (decision W10). Returns the message. */
export const expectErrorNaming = (response: ApiResponse, ...values: string[]): string => {
  const { message, details, validationErrors } = expectError(response);
  for (const value of values) assert.ok(message.includes(value), `"${message}" does not contain ${value}`);
  assert.equal(details, null);
  assert.equal(validationErrors, null);
  return message;
};

/** Expects exactly one validation error for each of these fields (decision W9). */
export const expectValidationErrors = (response: ApiResponse, ...members: string[]): ErrorObject => {
  const error = expectError(response);
  assert.equal(error.message, 'Your request is not valid!', response.text);
  assert.deepEqual(
    error.validationErrors?.map((validationError) => validationError.members),
    members.map((member) => [member]),
    response.text,
  );
  const [, ...lines] = error.details!.split('\r\n');
  assert.deepEqual(
    lines,
    error.validationErrors?.map(({ message }) => ` - ${message}`),
  );
  return error;
};

/** Expects a 403 response that names the missing permission (decision W7). */
export const expectForbidden = ({ status, text, body }: ApiResponse, permission: string) => {
  assert.equal(status, 403, text);
  assert.equal(body.success, false);
  assert.equal(body.unAuthorizedRequest, true);
  assert.ok(
    body.error.message.includes(permission),
    `"${body.error.message}" does not contain ${permission}`,
  );
};

/** Expects a 401 response (decision W6). */
export const expectUnauthenticated = ({ status, headers, text, body }: ApiResponse) => {
  assert.equal(status, 401, text);
  assert.equal(headers.get('www-authenticate'), 'Bearer');
  assert.equal(body.success, false);
  assert.equal(body.unAuthorizedRequest, true);
  assert.equal(typeof body.error.message, 'string');
};

/** Expects a time in the contract's format: yyyy-MM-ddTHH:mm:ss.fffZ. */
export const expectTimestamp = (value: unknown) => {
  assert.match(String(value), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
};

export const expectUuid = (value: unknown) => {
  assert.match(String(value), /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);
};
