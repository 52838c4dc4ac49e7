import { currentLanguage } from '#kit/words.ts';
import { ApiProblem } from './api-problem.ts';
import { isSomebodyThere } from './presence.ts';

// The only place of the portal that speaks HTTP.

/** The path under which browsers reach this server, without a slash at the end: mostly none. */
export const HOME = document.querySelector('meta[name="ronda-home"]')?.getAttribute('content') ?? '';

export type QueryValue = string | number | boolean | readonly (string | number)[] | null | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

type Options = {
  query?: Query;
  /** What was read, for an edit that must not undo somebody else's (If-Match); `*`: whatever is there; `new`: nothing yet. */
  revision?: string | number;
  signal?: AbortSignal;
  /** The page asks by itself, whoever sits before it. */
  isBackground?: boolean;
};

export const get = <Answer>(path: string, options: Options = {}) => request<Answer>('GET', path, options);
export const put = <Answer>(path: string, body: unknown, options: Options = {}) =>
  request<Answer>('PUT', path, { ...options, body });
export const patch = <Answer>(path: string, body: unknown, options: Options = {}) =>
  request<Answer>('PATCH', path, { ...options, body });
export const remove = <Answer>(path: string, options: Options = {}) =>
  request<Answer>('DELETE', path, options);

/** With the revision of what has none among its members (ETag). */
export const getWithRevision = async <Answer>(
  path: string,
): Promise<{ answer: Answer; revision: string }> => {
  const response = await ask('GET', path, {});
  const revision = response.headers.get('etag')?.match(/"([^"]*)"/)?.[1] ?? '';
  return { answer: (await response.json()) as Answer, revision };
};

/** Keys of requests that may have been carried out although no response arrived, by their path and body. */
const unanswered = new Map<string, string>();
/** More than a person repeats. */
const MOST_UNANSWERED = 20;

/** The same request after a lost response is carried out once (Idempotency-Key). */
export const post = async <Answer>(path: string, body: unknown, options: Options = {}): Promise<Answer> => {
  const sent = `${path} ${JSON.stringify(body)}`;
  const key = unanswered.get(sent) ?? crypto.randomUUID();
  unanswered.delete(sent);
  try {
    return await request<Answer>('POST', path, { ...options, body, key });
  } catch (error) {
    if (!isAnswered(error)) unanswered.set(sent, key);
    if (unanswered.size > MOST_UNANSWERED) unanswered.delete([...unanswered.keys()][0]!);
    throw error;
  }
};

/** The server has refused it, so that nothing was done. */
const isAnswered = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status >= 400 && error.status < 500;

/** Some bytes of a file, and the revision of the file that they are of. */
export const getBytes = async (
  path: string,
  { offset, length, signal }: { offset: number; length: number; signal: AbortSignal | undefined },
): Promise<{ bytes: ArrayBuffer; revision: string | undefined }> => {
  const range = `bytes=${offset}-${offset + length - 1}`;
  // A map asks again wherever it is moved, by itself too.
  const response = await ask('GET', path, { range, isBackground: true, ...(signal && { signal }) });
  const revision = response.headers.get('etag') ?? undefined;
  return { bytes: await response.arrayBuffer(), revision };
};

/** Sends what a file is made of, and gets the file. */
export const postForFile = async (path: string, body: unknown): Promise<Blob> =>
  (await ask('POST', path, { body })).blob();

/** Sends a file as it is. */
export const postFile = <Answer>(path: string, file: Blob, type: string, options: Options = {}) =>
  request<Answer>('POST', path, { ...options, file: { file, type } });

/** Sends a file and hears line by line (NDJSON) how it goes; returns the last line. */
export const postFileByLines = async <Line>(
  path: string,
  file: Blob,
  { type, onLine, ...options }: Options & { type: string; onLine: (line: Line) => void },
): Promise<Line | undefined> => {
  const response = await ask('POST', path, { ...options, file: { file, type } });
  let rest = '';
  let last: Line | undefined;
  const take = (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.filter((one) => one !== '')) {
      last = JSON.parse(line) as Line;
      onLine(last);
    }
  };
  const decoder = new TextDecoder();
  try {
    for await (const bytes of response.body ?? []) take(decoder.decode(bytes, { stream: true }));
  } catch {
    throw new ApiProblem(0, 'The server cannot be reached.');
  }
  take('\n');
  return last;
};

export const addressOf = (path: string, query: Query = {}): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : (value ?? '').toString();
    if (text !== '') parameters.set(name, text);
  }
  const search = parameters.toString();
  return `${HOME}${path}${search && `?${search}`}`;
};

type Sent = Options & { body?: unknown; key?: string; range?: string; file?: { file: Blob; type: string } };

const request = async <Answer>(method: string, path: string, sent: Sent): Promise<Answer> => {
  const response = await ask(method, path, sent);
  if (response.status === 204) return undefined as Answer;
  return (await response.json()) as Answer;
};

/** Throws what the server refuses. */
const ask = async (method: string, path: string, sent: Sent): Promise<Response> => {
  const response = await send(method, path, sent);
  if (response.status === 401) tellSignedOut();
  if (!response.ok) throw await problemOf(response);
  return response;
};

const send = async (method: string, path: string, sent: Sent): Promise<Response> => {
  const { query, revision, signal, isBackground = !isSomebodyThere(), body, key, range, file } = sent;
  const headers = new Headers({
    'x-requested-with': isBackground ? 'ronda-background' : 'ronda',
    // The server says its refusals in the language of the screens, whatever the browser would ask for.
    'accept-language': currentLanguage(),
  });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (file !== undefined) headers.set('content-type', file.type);
  if (revision === 'new') headers.set('if-none-match', '*');
  else if (revision !== undefined) headers.set('if-match', revision === '*' ? '*' : `"${revision}"`);
  if (key !== undefined) headers.set('idempotency-key', key);
  if (range !== undefined) headers.set('range', range);
  try {
    return await fetch(addressOf(path, query), {
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

/** Whether anybody answers. */
export const isServerThere = (): Promise<boolean> =>
  fetch(`${HOME}/health/live`, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** The sign-in page, which leads back to where one is. */
export const signInAddress = (): string => {
  const here = location.pathname.slice(HOME.length) + location.search;
  return `${HOME}/sign-in?${new URLSearchParams({ returnTo: here })}`;
};

/** A page that has just been opened leaves at once: nothing is lost. */
let tellSignedOut = () => location.assign(signInAddress());

/** From now on `listener` hears that the session has ended, and the page stays: somebody may have typed half a form. */
export const onSignedOut = (listener: () => void): void => {
  tellSignedOut = listener;
};
