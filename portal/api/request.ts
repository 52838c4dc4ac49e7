import { currentLanguage } from '#kit/language.ts';
import { ApiProblem } from './api-problem.ts';
import { isUserPresent } from './presence.ts';

// The only module of the portal that sends HTTP requests.

/** The base path of this server without a trailing slash; usually empty. */
export const BASE_PATH = document.querySelector('meta[name="ronda-home"]')?.getAttribute('content') ?? '';

export type QueryValue = string | number | boolean | readonly (string | number)[] | null | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

type Options = {
  query?: Query;
  /** The revision for If-Match, so that an edit does not overwrite another; `*`: any revision; `new`: must not exist yet. */
  revision?: string | number;
  signal?: AbortSignal;
  /** The page sends the request by itself, not because of a user action. */
  isBackground?: boolean;
};

export const get = <Answer>(path: string, options: Options = {}) => request<Answer>('GET', path, options);
export const put = <Answer>(path: string, body: unknown, options: Options = {}) =>
  request<Answer>('PUT', path, { ...options, body });
export const patch = <Answer>(path: string, body: unknown, options: Options = {}) =>
  request<Answer>('PATCH', path, { ...options, body });
export const remove = <Answer>(path: string, options: Options = {}) =>
  request<Answer>('DELETE', path, options);

/** Also returns the revision from the ETag, for resources without a revision member. */
export const getWithRevision = async <Answer>(
  path: string,
): Promise<{ answer: Answer; revision: string }> => {
  const response = await ask('GET', path, {});
  const revision = response.headers.get('etag')?.match(/"([^"]*)"/)?.[1] ?? '';
  return { answer: (await response.json()) as Answer, revision };
};

/** Keys of requests that may have been carried out although no response arrived, by their path and body. */
const unanswered = new Map<string, string>();
/** More requests than a person repeats. */
const MAX_UNANSWERED = 20;

/** Sends a POST request. Repeating it after a lost response has no second effect (Idempotency-Key). */
export const post = async <Answer>(path: string, body: unknown, options: Options = {}): Promise<Answer> => {
  const sent = `${path} ${JSON.stringify(body)}`;
  const key = unanswered.get(sent) ?? crypto.randomUUID();
  unanswered.delete(sent);
  try {
    return await request<Answer>('POST', path, { ...options, body, key });
  } catch (error) {
    if (!isAnswered(error)) unanswered.set(sent, key);
    if (unanswered.size > MAX_UNANSWERED) unanswered.delete([...unanswered.keys()][0]!);
    throw error;
  }
};

/** The server has rejected the request, so nothing was done. */
const isAnswered = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status >= 400 && error.status < 500;

/** Reads a byte range of a file, and the revision of the file. */
export const getBytes = async (
  path: string,
  { offset, length, signal }: { offset: number; length: number; signal: AbortSignal | undefined },
): Promise<{ bytes: ArrayBuffer; revision: string | undefined }> => {
  const range = `bytes=${offset}-${offset + length - 1}`;
  // The map requests tiles by itself too, not only when the user moves it.
  const response = await ask('GET', path, { range, isBackground: true, ...(signal && { signal }) });
  const revision = response.headers.get('etag') ?? undefined;
  return { bytes: await response.arrayBuffer(), revision };
};

/** Sends a JSON body and returns the generated file. */
export const postForFile = async (path: string, body: unknown): Promise<Blob> =>
  (await ask('POST', path, { body })).blob();

/** Sends a file as it is. */
export const postFile = <Answer>(path: string, file: Blob, type: string, options: Options = {}) =>
  request<Answer>('POST', path, { ...options, file: { file, type } });

/** Sends a file and reads progress line by line (NDJSON); returns the last line. */
export const postFileByLines = async <Line>(
  path: string,
  file: Blob,
  { type, onLine, ...options }: Options & { type: string; onLine: (line: Line) => void },
): Promise<Line | undefined> => {
  const response = await ask('POST', path, { ...options, file: { file, type } });
  let rest = '';
  let last: Line | undefined;
  const readLines = (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.filter((one) => one !== '')) {
      last = JSON.parse(line) as Line;
      onLine(last);
    }
  };
  const decoder = new TextDecoder();
  try {
    for await (const bytes of response.body ?? []) readLines(decoder.decode(bytes, { stream: true }));
  } catch {
    throw new ApiProblem(0, 'The server cannot be reached.');
  }
  readLines('\n');
  return last;
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

type RequestOptions = Options & {
  body?: unknown;
  key?: string;
  range?: string;
  file?: { file: Blob; type: string };
};

const request = async <Answer>(method: string, path: string, sent: RequestOptions): Promise<Answer> => {
  const response = await ask(method, path, sent);
  if (response.status === 204) return undefined as Answer;
  return (await response.json()) as Answer;
};

/** Throws an ApiProblem for error responses. */
const ask = async (method: string, path: string, sent: RequestOptions): Promise<Response> => {
  const response = await send(method, path, sent);
  if (response.status === 401) handleSignedOut();
  if (!response.ok) throw await problemOf(response);
  return response;
};

const send = async (method: string, path: string, sent: RequestOptions): Promise<Response> => {
  const { query, revision, signal, isBackground = !isUserPresent(), body, key, range, file } = sent;
  const headers = new Headers({
    'x-requested-with': isBackground ? 'ronda-background' : 'ronda',
    // Error messages in the language of the portal, not of the browser.
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

const problemOf = async (response: Response): Promise<ApiProblem> => {
  const details = await response.json().catch(() => ({}));
  return new ApiProblem(response.status, details.detail ?? response.statusText, {
    fields: details.errors ?? [],
    requestId: response.headers.get('x-request-id'),
  });
};

/** Whether the server responds. */
export const isServerReachable = (): Promise<boolean> =>
  fetch(`${BASE_PATH}/health/live`, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** The address of the sign-in page, with the current page as return address. */
export const signInUrl = (): string => {
  const here = location.pathname.slice(BASE_PATH.length) + location.search;
  return `${BASE_PATH}/sign-in?${new URLSearchParams({ returnTo: here })}`;
};

/** A page that has just been opened redirects immediately: no input can be lost. */
let handleSignedOut = () => location.assign(signInUrl());

/** Calls `listener` instead when the session has ended. The page stays open, because a form may have unsaved input. */
export const onSignedOut = (listener: () => void): void => {
  handleSignedOut = listener;
};
