/** An error response from the server (problem details, RFC 9457), or a failed connection. */
export class ApiProblem extends Error {
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number;
  readonly fields: readonly { field: string; message: string }[];
  readonly requestId: string | null;

  constructor(
    status: number,
    detail: string,
    { fields = [], requestId = null }: { fields?: ApiProblem['fields']; requestId?: string | null } = {},
  ) {
    super(detail);
    this.name = 'ApiProblem';
    this.status = status;
    this.fields = fields;
    this.requestId = requestId;
  }
}

export const isUnreachable = (error: unknown): boolean => error instanceof ApiProblem && error.status === 0;
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status === 429 || error.status >= 500);
/** Whether `If-Match` failed because someone else has changed the object. */
export const isEditConflict = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status === 412;
/** Whether the object does not exist, or the user cannot see it. */
export const isMissing = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;
