import { serverOverloaded } from '#service/admission/admission-problems.ts';
import { ClientDisconnectedError, QueryTooCostlyError } from '#service/database/ad-hoc-queries.ts';
import {
  findFailureCode,
  isReferencedRowGone,
  isTransientDatabaseFailure,
} from '#service/database/database-failure.ts';
import type { AsProblem } from '#service/http/envelope.ts';
import { databaseUnavailable, referenceGone, requestTooCostly } from '#service/http/request-problems.ts';
import { queryTooCostly } from '#service/odata/odata-problems.ts';
import { Problem } from './problem.ts';

/** Converts failures that clients can handle to problems. Logs a warning if the database was unavailable. */
export const asProblem: AsProblem = (error, { log, id, method, routeOptions }) => {
  if (error instanceof Problem) return error;
  if (error instanceof QueryTooCostlyError) return requestTooCostly();
  // The client has disconnected, so nobody reads this response.
  if (error instanceof ClientDisconnectedError) return serverOverloaded();
  if (isReferencedRowGone(error)) return referenceGone();
  if (!isTransientDatabaseFailure(error)) return undefined;
  const code = findFailureCode(error);
  const route = `${method} ${routeOptions.url}`;
  log.warn({ code, route, requestId: id }, 'the database rejected a request');
  return databaseUnavailable();
};

export const asTaskInterfaceProblem: AsProblem = (error, request) =>
  error instanceof QueryTooCostlyError ? queryTooCostly() : asProblem(error, request);
