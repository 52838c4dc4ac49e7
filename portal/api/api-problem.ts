/** What the server, or the way to it, refused: problem details (RFC 9457) as an error. */
export class ApiProblem extends Error {
  /** 0: no answer came. */
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
/** The same request may succeed in a moment. */
export const mayPass = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status === 429 || error.status >= 500);
/** Somebody else changed it meanwhile. */
export const isOutdated = (error: unknown): boolean => error instanceof ApiProblem && error.status === 412;
