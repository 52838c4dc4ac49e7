import { DEVICE_ERASURE_REQUESTED } from '#contract/device.ts';

/** The server did not respond: there is no network, or the server is down or too busy. */
export class ServerUnreachableError extends Error {
  /** The server's Retry-After in milliseconds, or 0 if it sent none. */
  readonly retryAfterMs: number;

  constructor(
    message?: string,
    { retryAfterMs = 0, cause }: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

/** The server rejected the request. `fields` lists the rejected field paths with their errors. */
export class RequestRejectedError extends Error {
  readonly status: number;
  readonly fields: readonly { field: string; message: string }[];

  constructor(status: number, message: string, fields: RequestRejectedError['fields'] = []) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

export class SignedOutError extends RequestRejectedError {}

/** An administrator has ordered all data on this device to be erased, for example because the device was lost. */
export class EraseRequiredError extends SignedOutError {}

export type ServerClient = ReturnType<typeof createServerClient>;

type RequestOptions = {
  body?: unknown;
  query?: Readonly<Record<string, string | undefined>>;
  range?: string;
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** Without a response for this long, the connection is considered lost. */
const RESPONSE_TIMEOUT_MS = 45_000;
/** Timeout for each download chunk. The server may have to create the file first. */
const FILE_TIMEOUT_MS = 90_000;
/** Response statuses of a server that is busy or temporarily down. */
const TEMPORARY_STATUSES = new Set([408, 423, 425, 429, 500, 502, 503, 504]);

/** `basePath` has no trailing slash. `cookie` selects the cookie that authenticates requests. */
export const createServerClient = ({
  basePath,
  getLanguage,
  cookie = 'device',
  fetch = globalThis.fetch,
  headers: extraHeaders = {},
  onServerTime = () => {},
  now = Date.now,
}: {
  basePath: string;
  getLanguage: () => string;
  cookie?: 'device' | 'session';
  fetch?: typeof globalThis.fetch;
  headers?: Record<string, string>;
  /** Called with the server's time from each response, in milliseconds since 1970. */
  onServerTime?: (serverTime: number) => void;
  now?: () => number;
}) => {
  const createHeaders = (): Record<string, string> => ({
    'x-requested-with': cookie === 'device' ? 'ronda-device' : 'ronda',
    'accept-language': getLanguage(),
    ...extraHeaders,
  });
  const send = async (
    method: string,
    path: string,
    { body, query = {}, range, idempotencyKey, signal }: RequestOptions,
    timeout: AbortSignal,
  ) => {
    const parameters = new URLSearchParams(
      Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined),
    );
    const search = parameters.size > 0 ? `?${parameters}` : '';
    const response = await fetch(`${basePath}${path}${search}`, {
      method,
      headers: {
        ...createHeaders(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(range !== undefined && { range }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    }).catch(throwUnreachable);
    if (!response.ok) throw await readError(response);
    return response;
  };
  return {
    /** Throws ServerUnreachableError, SignedOutError, RequestRejectedError. */
    request: async <Result>(method: string, path: string, options: RequestOptions = {}): Promise<Result> => {
      const sentAt = now();
      const response = await send(method, path, options, AbortSignal.timeout(RESPONSE_TIMEOUT_MS));
      // The time is stale in cached responses, and in responses delayed while the phone was asleep.
      const isRecent = !response.headers.has('age') && Math.abs(now() - sentAt) < RESPONSE_TIMEOUT_MS;
      const time = Date.parse(response.headers.get('date') ?? '');
      if (isRecent && !Number.isNaN(time)) onServerTime(time);
      return (response.status === 204 ? undefined : await response.json().catch(throwUnreachable)) as Result;
    },
    downloadFile: async (
      path: string,
      {
        onProgress,
        ...options
      }: RequestOptions & { onProgress?: (received: number, total: number | null) => void } = {},
    ): Promise<Blob> => {
      const timeout = new AbortController();
      const abort = () => timeout.abort();
      let timer = setTimeout(abort, FILE_TIMEOUT_MS);
      try {
        const response = await send('GET', path, options, timeout.signal);
        const length = response.headers.get('content-length');
        const chunks: Uint8Array<ArrayBuffer>[] = [];
        let received = 0;
        for (const reader = response.body!.getReader(); ; ) {
          const { value: chunk } = await reader.read().catch(throwUnreachable);
          if (!chunk) return new Blob(chunks, { type: response.headers.get('content-type') ?? '' });
          clearTimeout(timer);
          timer = setTimeout(abort, FILE_TIMEOUT_MS);
          chunks.push(chunk);
          received += chunk.byteLength;
          onProgress?.(received, length === null ? null : Number(length));
        }
      } finally {
        clearTimeout(timer);
      }
    },
    /** `revision` changes when the file changes. */
    downloadRange: async (
      path: string,
      { offset, length, signal }: { offset: number; length: number; signal: AbortSignal | undefined },
    ) => {
      const range = `bytes=${offset}-${offset + length - 1}`;
      const timeout = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
      const response = await send('GET', path, { range, ...(signal && { signal }) }, timeout);
      return { bytes: await response.arrayBuffer(), revision: response.headers.get('etag') ?? undefined };
    },
    createHeaders,
    resolveUrl: (path: string) => `${basePath}${path}`,
  };
};

const throwUnreachable = (cause: unknown): never => {
  throw new ServerUnreachableError('The server cannot be reached.', { cause });
};

type ProblemDetails = { type?: string; detail?: string; errors?: { field: string; message: string }[] };

/**
 * Whether the server itself rejected the request, using problem details (RFC 9457). Proxies and captive portals
 * return their own pages with 401, 403 or 404. A request too large for a proxy will never be accepted.
 */
const isRejection = ({ status, headers }: Response): boolean =>
  status === 413 ||
  (!TEMPORARY_STATUSES.has(status) &&
    (headers.get('content-type') ?? '').startsWith('application/problem+json'));

export const readError = async (response: Response, message = response.statusText): Promise<Error> => {
  const { status, headers } = response;
  const { type, detail = message, errors = [] } = (await response.json().catch(() => ({}))) as ProblemDetails;
  if (!isRejection(response))
    return new ServerUnreachableError(detail, {
      retryAfterMs: readRetryAfter(headers.get('retry-after'), headers.get('date')),
    });
  if (type === DEVICE_ERASURE_REQUESTED) return new EraseRequiredError(status, detail);
  return status === 401
    ? new SignedOutError(status, detail)
    : new RequestRejectedError(status, detail, errors);
};

/** Returns milliseconds (RFC 9110, 10.2.3). Times are relative to `Date`: the phone's clock may be wrong. */
export const readRetryAfter = (retryAfter: string | null, date: string | null): number => {
  const text = retryAfter ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.parse(date ?? '');
  return ms > 0 ? ms : 0;
};
