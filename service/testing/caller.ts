import assert from 'node:assert/strict';

export type Answer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
  /** The body as it came: a file is no text. */
  bytes: Buffer;
};

/** Somebody who calls the service over HTTP. */
export type Caller = {
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Calls an operation of the task service and insists that it succeeds; returns its result. */
  task(operation: string, body: unknown): Promise<unknown>;
  /** The same, insisting that it is refused; returns the error. */
  refused(
    operation: string,
    body: unknown,
  ): Promise<{ message: string; validationErrors: { members: string[] }[] | null }>;
};

const TASKS = '/api/services/custom/externaltask';
const METHODS: Record<string, string> = { put: 'PUT', delete: 'DELETE' };

export const createCaller = (url: string, accessToken: string | undefined): Caller => {
  const request: Caller['request'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isWritten(body) ? body : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const text = bytes.toString();
    const isJson = /\bjson/.test(answer.headers.get('content-type') ?? '');
    return {
      status: answer.status,
      headers: answer.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
      bytes,
    };
  };
  const operate = (operation: string, body: unknown) =>
    request(METHODS[operation] ?? 'POST', `${TASKS}/${operation}`, body);
  return {
    request,
    get: (path) => request('GET', path),
    post: (path, body, headers) => request('POST', path, body, headers),
    task: async (operation, body) => {
      const answer = await operate(operation, body);
      assert.equal(answer.body.success, true, `${operation}: ${JSON.stringify(answer.body.error)}`);
      return answer.body.result;
    },
    refused: async (operation, body) => {
      const answer = await operate(operation, body);
      assert.equal(answer.status, 200);
      assert.equal(answer.body.success, false, `${operation} was not refused`);
      return answer.body.error;
    },
  };
};

/** A body that is sent as it is. */
const isWritten = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

/** A task that the organisation of the tests can take on; say only what the test is about. */
export const draft = (differences: Record<string, unknown> = {}) => ({
  externalId: 'WO-1',
  title: 'Inspect the railing',
  teamName: 'Bridges',
  workbookName: 'Railing',
  assignedUserName: 'anna',
  ...differences,
});
