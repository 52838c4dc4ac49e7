/**
 * Codes with which PostgreSQL says "not now": connections refused or lost (08, 57P), resources used up (53: disk,
 * memory, connections), a wait that was cut off (55P03 lock, 57014 statement), a lost race (40), and a standby that is
 * not yet the primary (25006, 55000).
 */
const TRANSIENT_SQLSTATE = /^(08|53|57P|57014|55P03|40|25006|55000)/;
const TRANSIENT_SYSTEM_ERROR = new Set([
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
/** What the driver itself throws: these errors carry no code. */
const TRANSIENT_DRIVER_MESSAGE =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;

/** Whether an error says that the database is away or overloaded, so that the same request may succeed later (R2, R3, R5). */
export const isTransientDatabaseFailure = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  // A host with several addresses fails at each of them.
  if (error instanceof AggregateError) return error.errors.some(isTransientDatabaseFailure);
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code === 'string') {
    if (syscall !== undefined)
      return (
        TRANSIENT_SYSTEM_ERROR.has(code) &&
        (syscall === 'getaddrinfo' || syscall === 'connect' || syscall === 'read' || syscall === 'write')
      );
    return TRANSIENT_SQLSTATE.test(code);
  }
  return TRANSIENT_DRIVER_MESSAGE.test(error.message);
};

/** Whether PostgreSQL itself says that the statement failed, so that nothing of it has happened. */
export const wasRolledBack = (error: unknown): boolean => {
  const { code, severity } = error as { code?: string; severity?: string };
  return severity !== undefined && code !== undefined && !CONNECTION_ENDED.test(code);
};

/** The constraint that a statement ran into, such as a name that was given in the same moment; undefined for others. */
export const violatedConstraint = (error: unknown): string | undefined => {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === UNIQUE_VIOLATION && typeof constraint === 'string' ? constraint : undefined;
};

const UNIQUE_VIOLATION = '23505';

/**
 * Whether a statement refers to what somebody else deleted in the same moment. Every reference is looked up before it is
 * written, so it was there then.
 */
export const isReferenceGone = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === FOREIGN_KEY_VIOLATION;

const FOREIGN_KEY_VIOLATION = '23503';

/** Codes under which a connection ends: a commit that was under way may have happened. */
const CONNECTION_ENDED = /^(08|57P)/;
