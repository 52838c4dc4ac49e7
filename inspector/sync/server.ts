import { DEVICE_TO_BE_ERASED } from '#contract/device.ts';
import { readRetryAfter } from './retry-after.ts';

// The only room of the app that speaks HTTP.

/** No answer from the server itself: no network, or a server that is away or too busy. */
export class Unreachable extends Error {
  /** How long the server asks clients to wait (Retry-After), in milliseconds; 0 if it does not say. */
  readonly retryAfterMs: number;

  constructor(
    message?: string,
    { retryAfterMs = 0, cause }: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

/** The server refuses. `fields` are paths of fields and what is wrong with each. */
export class Refused extends Error {
  readonly status: number;
  readonly fields: readonly { field: string; message: string }[];

  constructor(status: number, message: string, fields: Refused['fields'] = []) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

/** The sign-in of this device is over. */
export class SignedOut extends Refused {}

/** Whoever runs the organisation wants what is on this device to be gone: it is lost, perhaps. */
export class MustErase extends SignedOut {}

export type Server = {
  /** Throws Unreachable, SignedOut, Refused. */
  ask<Answer>(method: string, path: string, options?: Options): Promise<Answer>;
  /** The same, of a file. `onProgress` hears how much of it has come, in bytes, and how much there is where that is told. */
  file(
    path: string,
    options?: Options & { onProgress?: (arrived: number, of: number | null) => void },
  ): Promise<Blob>;
  /** Bytes of a file, from `offset`; its `revision` differs once there is another. */
  bytes(
    path: string,
    part: { offset: number; length: number; signal: AbortSignal | undefined },
  ): Promise<{ bytes: ArrayBuffer; revision: string | undefined }>;
  /** What every request of this device says. */
  headers(): Record<string, string>;
  addressOf(path: string): string;
};

type Options = {
  body?: unknown;
  query?: Readonly<Record<string, string | undefined>>;
  range?: string;
  /** It happens once for each such key, however often it is told. */
  once?: string;
  signal?: AbortSignal;
};

/** An answer that is not there after so long does not come: the connection broke without a word. */
const SILENT_MS = 45_000;
/** A file may have to be made first, and comes in pieces: so long may pass before each. */
const FILE_SILENT_MS = 90_000;
/** What a server says that is only busy, or away for a moment: it is asked again. */
const PASSING = new Set([408, 423, 425, 429, 500, 502, 503, 504]);

/**
 * `home` is the path under which browsers reach the server, without a slash at the end. `speaksFor`: whose cookie counts,
 * the device's, or that of the browser's session, with which a device is signed in.
 */
export const connectServer = ({
  home,
  language,
  speaksFor = 'device',
  fetch = globalThis.fetch,
  headers: more = {},
  onTime = () => {},
  now = Date.now,
}: {
  home: string;
  language: () => string;
  speaksFor?: 'device' | 'browser';
  fetch?: typeof globalThis.fetch;
  headers?: Record<string, string>;
  /** Called with the server's time of each response, in milliseconds since 1970. */
  onTime?: (serverTime: number) => void;
  /** The time of the device, in milliseconds since 1970. */
  now?: () => number;
}): Server => {
  const headers = () => ({
    'x-requested-with': speaksFor === 'device' ? 'ronda-device' : 'ronda',
    'accept-language': language(),
    ...more,
  });
  const send = async (
    method: string,
    path: string,
    { body, query = {}, range, once, signal }: Options,
    patience: AbortSignal,
  ) => {
    const parameters = new URLSearchParams(
      Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined),
    );
    const search = parameters.size > 0 ? `?${parameters}` : '';
    const response = await fetch(`${home}${path}${search}`, {
      method,
      headers: {
        ...headers(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(range !== undefined && { range }),
        ...(once !== undefined && { 'idempotency-key': once }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    }).catch(unreachable);
    if (!response.ok) throw await refusalOf(response);
    return response;
  };
  return {
    ask: async <Answer>(method: string, path: string, options: Options = {}) => {
      const sentAt = now();
      const response = await send(method, path, options, AbortSignal.timeout(SILENT_MS));
      // The time of a cached response is in the past, and so is that of one that waited while the phone slept.
      const isRecent = !response.headers.has('age') && Math.abs(now() - sentAt) < SILENT_MS;
      const time = Date.parse(response.headers.get('date') ?? '');
      if (isRecent && !Number.isNaN(time)) onTime(time);
      return (response.status === 204 ? undefined : await response.json().catch(unreachable)) as Answer;
    },
    file: async (path, { onProgress = () => {}, ...options } = {}) => {
      const patience = new AbortController();
      const lose = () => patience.abort();
      let timer = setTimeout(lose, FILE_SILENT_MS);
      try {
        const response = await send('GET', path, options, patience.signal);
        const length = response.headers.get('content-length');
        const pieces: Uint8Array<ArrayBuffer>[] = [];
        let arrived = 0;
        for (const reader = response.body!.getReader(); ; ) {
          const { value: piece } = await reader.read().catch(unreachable);
          if (!piece) return new Blob(pieces, { type: response.headers.get('content-type') ?? '' });
          clearTimeout(timer);
          timer = setTimeout(lose, FILE_SILENT_MS);
          pieces.push(piece);
          arrived += piece.byteLength;
          onProgress(arrived, length === null ? null : Number(length));
        }
      } finally {
        clearTimeout(timer);
      }
    },
    bytes: async (path, { offset, length, signal }) => {
      const range = `bytes=${offset}-${offset + length - 1}`;
      const patience = AbortSignal.timeout(SILENT_MS);
      const response = await send('GET', path, { range, ...(signal && { signal }) }, patience);
      return {
        bytes: await response.arrayBuffer(),
        revision: response.headers.get('etag') ?? undefined,
      };
    },
    headers,
    addressOf: (path) => `${home}${path}`,
  };
};

const unreachable = (cause: unknown): never => {
  throw new Unreachable('The server cannot be reached.', { cause });
};

type Details = { type?: string; detail?: string; errors?: { field: string; message: string }[] };

/**
 * Whether the server itself refuses, which it does by a problem (RFC 9457): proxies that are without it, and networks to sign
 * in to, say 401, 403 or 404 by pages of their own. What is too large for a proxy stays too large.
 */
export const isRefusal = (status: number, contentType: string | null | undefined): boolean =>
  status === 413 || (!PASSING.has(status) && (contentType ?? '').startsWith('application/problem+json'));

const refusalOf = async (response: Response): Promise<Error> => {
  const { status, statusText, headers } = response;
  const { type, detail = statusText, errors = [] } = (await response.json().catch(() => ({}))) as Details;
  if (!isRefusal(status, headers.get('content-type')))
    return new Unreachable(detail, {
      retryAfterMs: readRetryAfter(headers.get('retry-after'), headers.get('date')),
    });
  if (type === DEVICE_TO_BE_ERASED) return new MustErase(status, detail);
  return status === 401 ? new SignedOut(status, detail) : new Refused(status, detail, errors);
};
