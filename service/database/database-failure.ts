/**
 * PostgreSQL error codes of temporary failures: connection rejected or lost (08, 57P), out of resources (53: disk,
 * memory, connections), timeout (55P03 lock, 57014 statement), conflict with another transaction (40), and a standby
 * that is not yet the primary (25006, 55000).
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
/** Messages of errors that the driver throws, which have no code. */
const TRANSIENT_MESSAGE_PATTERN =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;

/**
 * Returns true if the database is unreachable or overloaded, so that the same request may succeed later (R2, R3, R5).
 */
export const isTransientDatabaseFailure = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  // Connecting to a host with several addresses fails with one error for each.
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

/**
 * Returns the SQLSTATE or the system error code of a transient failure, or the message of the driver. Messages of PostgreSQL
 * can contain values of a row.
 */
export const findFailureCode = (error: unknown): string => {
  if (error instanceof AggregateError) return findFailureCode(error.errors.find(isTransientDatabaseFailure));
  const { code, message } = error as Error & { code?: string };
  return code ?? message;
};

/** Returns true if PostgreSQL reported the error, which means that it rolled the statement back. */
export const wasRolledBack = (error: unknown): boolean => {
  const { code, severity } = error as { code?: string; severity?: string };
  return severity !== undefined && code !== undefined && !CONNECTION_ENDED_PATTERN.test(code);
};

/**
 * Returns the unique constraint that a statement violated, for example because a concurrent request used the same name;
 * undefined for other errors.
 */
export const findViolatedConstraint = (error: unknown): string | undefined => {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === UNIQUE_VIOLATION && typeof constraint === 'string' ? constraint : undefined;
};

const UNIQUE_VIOLATION = '23505';

/**
 * Returns true if a statement refers to a row that another transaction has just deleted. The row existed when the
 * reference was looked up before the write.
 */
export const isReferenceGone = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === FOREIGN_KEY_VIOLATION;

const FOREIGN_KEY_VIOLATION = '23503';

/** Codes of errors that end the connection. A commit in progress may have succeeded. */
const CONNECTION_ENDED_PATTERN = /^(08|57P)/;
