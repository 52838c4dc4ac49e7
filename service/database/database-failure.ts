/**
 * Matches the SQLSTATEs of temporary failures: connection rejected or lost (08, 57P), out of disk space, memory or
 * connections (53), lock timeout (55P03), statement timeout (57014), conflict with another transaction (40), and a
 * standby that has not been promoted yet (25006, 55000).
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
/** Temporary driver errors, which have no code. */
const TRANSIENT_MESSAGE_PATTERN =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;

/** What Citus reports, as an internal error, if a node of the cluster stops during a statement or a commit. */
const NODE_FAILURE_PATTERN =
  /^(postmaster was shut down|could not commit transaction for shard|failure on connection|connection to the remote node)/;

const isNodeFailure = ({ code, message }: Error & { code?: unknown }): boolean =>
  code === INTERNAL_ERROR && NODE_FAILURE_PATTERN.test(message);

const INTERNAL_ERROR = 'XX000';

/** Returns true if the same request may succeed later (R2, R3, R5). */
export const isTransientDatabaseFailure = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  // A failed connection to a host with several addresses contains an error for each.
  if (error instanceof AggregateError) return error.errors.some(isTransientDatabaseFailure);
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code === 'string') {
    if (syscall !== undefined)
      return (
        TRANSIENT_SYSTEM_ERRORS.has(code) &&
        (syscall === 'getaddrinfo' || syscall === 'connect' || syscall === 'read' || syscall === 'write')
      );
    return TRANSIENT_SQLSTATE_PATTERN.test(code) || isNodeFailure(error);
  }
  return TRANSIENT_MESSAGE_PATTERN.test(error.message);
};

/** Never returns PostgreSQL's own messages, which may contain row values. */
export const findFailureCode = (error: unknown): string => {
  if (error instanceof AggregateError) return findFailureCode(error.errors.find(isTransientDatabaseFailure));
  const { code, message } = error as Error & { code?: string };
  return code ?? message;
};

/** Returns true if PostgreSQL reported the error and has therefore rolled the statement back. */
export const wasRolledBack = (error: unknown): boolean => {
  const { code, severity } = error as Error & { code?: string; severity?: string };
  if (severity === undefined || code === undefined) return false;
  return !CONNECTION_ENDED_PATTERN.test(code) && !isNodeFailure(error as Error);
};

/** Returns the unique constraint that a statement violated. */
export const findViolatedConstraint = (error: unknown): string | undefined => {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === UNIQUE_VIOLATION && typeof constraint === 'string' ? constraint : undefined;
};

const UNIQUE_VIOLATION = '23505';

/** Returns true if another transaction has deleted a row that this transaction refers to. */
export const isReferencedRowGone = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === FOREIGN_KEY_VIOLATION;

const FOREIGN_KEY_VIOLATION = '23503';

/** If the connection was lost during a commit, the commit may have succeeded. */
const CONNECTION_ENDED_PATTERN = /^(08|57P)/;

/** Returns a `catch` handler that replaces a violation of this unique constraint with a problem. */
export const replaceViolation =
  (constraint: string, createProblem: () => Error) =>
  (error: unknown): never => {
    throw findViolatedConstraint(error) === constraint ? createProblem() : error;
  };
