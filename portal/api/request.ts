import { currentLanguage } from '#kit/current-language.ts';
import { ApiProblem } from './api-problem.ts';
import { isUserPresent } from './presence.ts';

/** The server's base path without a trailing slash, usually empty. */
export const BASE_PATH = document.querySelector('meta[name="ronda-home"]')?.getAttribute('content') ?? '';

type QueryValue = string | number | boolean | readonly (string | number)[] | null | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

type Options = {
  query?: Query;
  /** Sent in If-Match. `*` matches any revision. If `new`, the object must not exist yet (If-None-Match). */
  revision?: string | number;
  signal?: AbortSignal;
  /** Whether the page sends the request without user input. */
  isBackground?: boolean;
};

export const get = <Data>(path: string, options: Options = {}) => request<Data>('GET', path, options);
export const put = <Data>(path: string, body: unknown, options: Options = {}) =>
  request<Data>('PUT', path, { ...options, body });
export const patch = <Data>(path: string, body: unknown, options: Options = {}) =>
  request<Data>('PATCH', path, { ...options, body });
export const remove = <Data>(path: string, options: Options = {}) => request<Data>('DELETE', path, options);

/** For objects without a revision property: the revision comes from the ETag. */
export const getWithRevision = async <Data>(path: string): Promise<{ data: Data; revision: string }> => {
  const response = await sendRequest('GET', path, {});
  const revision = response.headers.get('etag')?.match(/"([^"]*)"/)?.[1] ?? '';
  return { data: (await response.json()) as Data, revision };
};

/** Idempotency keys, by path and body, of failed requests that the server may have processed. */
const pendingKeys = new Map<string, string>();
const MAX_PENDING_KEYS = 20;

/** Sends a POST request with an Idempotency-Key, so that retrying after a lost response is safe. */
export const post = async <Data>(path: string, body: unknown, options: Options = {}): Promise<Data> => {
  const fingerprint = `${path} ${JSON.stringify(body)}`;
  const key = pendingKeys.get(fingerprint) ?? crypto.randomUUID();
  pendingKeys.delete(fingerprint);
  try {
    return await request<Data>('POST', path, { ...options, body, key });
  } catch (error) {
    // A rejected request has changed nothing on the server.
    const isRejected = error instanceof ApiProblem && error.status >= 400 && error.status < 500;
    if (!isRejected) pendingKeys.set(fingerprint, key);
    if (pendingKeys.size > MAX_PENDING_KEYS) pendingKeys.delete([...pendingKeys.keys()][0]!);
    throw error;
  }
};

export const getBytes = async (
  path: string,
  { offset, length, signal }: { offset: number; length: number; signal: AbortSignal | undefined },
): Promise<{ bytes: ArrayBuffer; revision: string | undefined }> => {
  const range = `bytes=${offset}-${offset + length - 1}`;
  // The map may request tiles without user input.
  const response = await sendRequest('GET', path, { range, isBackground: true, ...(signal && { signal }) });
  const revision = response.headers.get('etag') ?? undefined;
  return { bytes: await response.arrayBuffer(), revision };
};

export const postAndReadBlob = async (path: string, body: unknown): Promise<Blob> =>
  (await sendRequest('POST', path, { body })).blob();

export const postFile = <Data>(path: string, file: Blob, type: string, options: Options = {}) =>
  request<Data>('POST', path, { ...options, file: { file, type } });

/** Reads the response line by line (NDJSON) and returns the last line. */
export const postFileAndReadLines = async <Line>(
  path: string,
  file: Blob,
  { type, onLine, ...options }: Options & { type: string; onLine: (line: Line) => void },
): Promise<Line | undefined> => {
  const response = await sendRequest('POST', path, { ...options, file: { file, type } });
  let incompleteLine = '';
  let lastLine: Line | undefined;
  const readLines = (text: string) => {
    const lines = (incompleteLine + text).split('\n');
    incompleteLine = lines.pop() ?? '';
    for (const line of lines.filter((line) => line !== '')) {
      lastLine = JSON.parse(line) as Line;
      onLine(lastLine);
    }
  };
  const decoder = new TextDecoder();
  try {
    for await (const bytes of response.body ?? []) readLines(decoder.decode(bytes, { stream: true }));
  } catch {
    throw new ApiProblem(0, 'The server cannot be reached.');
  }
  readLines('\n');
  return lastLine;
};

export const buildUrl = (path: string, query: Query = {}): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : (value ?? '').toString();
    if (text !== '') parameters.set(name, text);
  }
  const search = parameters.toString();
  return `${BASE_PATH}${path}${search && `?${search}`}`;
};

type InternalOptions = Options & {
  body?: unknown;
  key?: string;
  range?: string;
  file?: { file: Blob; type: string };
};

const request = async <Data>(method: string, path: string, options: InternalOptions): Promise<Data> => {
  const response = await sendRequest(method, path, options);
  return (response.status === 204 ? undefined : await response.json()) as Data;
};

const sendRequest = async (method: string, path: string, options: InternalOptions): Promise<Response> => {
  const response = await fetchResponse(method, path, options);
  if (response.status === 401) handleSignedOut();
  if (!response.ok) throw await readProblem(response);
  return response;
};

const fetchResponse = async (method: string, path: string, options: InternalOptions): Promise<Response> => {
  const { query, revision, signal, isBackground = !isUserPresent(), body, key, range, file } = options;
  const headers = new Headers({
    'x-requested-with': isBackground ? 'ronda-background' : 'ronda',
    // Requests error messages in the portal's language rather than the browser's.
    'accept-language': currentLanguage(),
  });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (file !== undefined) headers.set('content-type', file.type);
  if (revision === 'new') headers.set('if-none-match', '*');
  else if (revision !== undefined) headers.set('if-match', revision === '*' ? '*' : `"${revision}"`);
  if (key !== undefined) headers.set('idempotency-key', key);
  if (range !== undefined) headers.set('range', range);
  try {
    return await fetch(buildUrl(path, query), {
      method,
      headers,
      body: file?.file ?? (body === undefined ? null : JSON.stringify(body)),
      signal: signal ?? null,
      credentials: 'same-origin',
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiProblem(0, 'The server cannot be reached.');
  }
};

const readProblem = async (response: Response): Promise<ApiProblem> => {
  const details = await response.json().catch(() => ({}));
  return new ApiProblem(response.status, details.detail ?? response.statusText, {
    fields: details.errors ?? [],
    requestId: response.headers.get('x-request-id'),
  });
};

export const isServerReachable = (): Promise<boolean> =>
  fetch(`${BASE_PATH}/health/live`, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

export const signInUrl = (): string => {
  const returnTo = location.pathname.slice(BASE_PATH.length) + location.search;
  return `${BASE_PATH}/sign-in?${new URLSearchParams({ returnTo })}`;
};

/** Redirects until `onSignedOut` is called: before the layout renders, there is no unsaved input to lose. */
let handleSignedOut = () => location.assign(signInUrl());

export const onSignedOut = (listener: () => void): void => {
  handleSignedOut = listener;
};
