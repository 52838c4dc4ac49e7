/**
 * Codes of temporary failures: connection rejected or lost (08, 57P), out of disk, memory or connections
 * (53), timeout (55P03 lock, 57014 statement), conflict with another transaction (40), standby not yet the
 * primary (25006, 55000).
 */
const TRANSIENT_SQLSTATE_PATTERN = /^(08|53|57P|57014|55P03|40|25006|55000)/;
const TRANSIENT_SYSTEM_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EACCES',
]);
/** The messages of driver errors that have no code. */
const TRANSIENT_MESSAGE_PATTERN =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;

/** The database is unreachable or overloaded, so the same request may succeed later (R2, R3, R5). */
export const isTransientDatabaseFailure = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  // If a host has several addresses, failing to connect results in one error for each.
  if (error instanceof AggregateError) return error.errors.some(isTransientDatabaseFailure);
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code === 'string') {
    if (syscall !== undefined)
      return (
        TRANSIENT_SYSTEM_ERRORS.has(code) &&
        (syscall === 'getaddrinfo' || syscall === 'connect' || syscall === 'read' || syscall === 'write')
      );
    return TRANSIENT_SQLSTATE_PATTERN.test(code);
  }
  return TRANSIENT_MESSAGE_PATTERN.test(error.message);
};

/** The SQLSTATE, system error code or driver's message. PostgreSQL's message may contain values of a row. */
export const findFailureCode = (error: unknown): string => {
  if (error instanceof AggregateError) return findFailureCode(error.errors.find(isTransientDatabaseFailure));
  const { code, message } = error as Error & { code?: string };
  return code ?? message;
};

/** Returns true if the error was reported by PostgreSQL, which means that it rolled the statement back. */
export const wasRolledBack = (error: unknown): boolean => {
  const { code, severity } = error as { code?: string; severity?: string };
  return severity !== undefined && code !== undefined && !CONNECTION_ENDED_PATTERN.test(code);
};

/** Returns the unique constraint that a statement violated; undefined for any other error. */
export const findViolatedConstraint = (error: unknown): string | undefined => {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === UNIQUE_VIOLATION && typeof constraint === 'string' ? constraint : undefined;
};

const UNIQUE_VIOLATION = '23505';

/** The row referred to was deleted by another transaction after it had been looked up for the write. */
export const isReferenceGone = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === FOREIGN_KEY_VIOLATION;

const FOREIGN_KEY_VIOLATION = '23503';

/** Codes of errors that end the connection. A commit that was in progress may have succeeded. */
const CONNECTION_ENDED_PATTERN = /^(08|57P)/;

/**
 * Returns a handler for `catch` that throws a problem instead of a violation of this unique constraint, and
 * rethrows all other errors.
 */
export const replaceViolation =
  (constraint: string, createProblem: () => Error) =>
  (error: unknown): never => {
    throw findViolatedConstraint(error) === constraint ? createProblem() : error;
  };
