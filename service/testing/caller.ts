import assert from 'node:assert/strict';

export type CallerResponse = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of all shapes
  body: any;
  /** The raw body, because files are not text. */
  bytes: Buffer;
};

/** A client that calls the service over HTTP. */
export type Caller = {
  request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<CallerResponse>;
  get(path: string): Promise<CallerResponse>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<CallerResponse>;
  /** Calls an operation in the task interface, asserts that it succeeds, and returns its result. */
  task(operation: string, body: unknown): Promise<unknown>;
  /** Calls an operation in the task interface, asserts that it is rejected, and returns the error. */
  taskError(
    operation: string,
    body: unknown,
  ): Promise<{ message: string; validationErrors: { members: string[] }[] | null }>;
};

const TASKS = '/api/services/custom/externaltask';
const METHODS: Record<string, string> = { put: 'PUT', delete: 'DELETE' };

export const createCaller = (url: string, accessToken: string | undefined): Caller => {
  const request: Caller['request'] = async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isRawBody(body) ? body : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString();
    const isJson = /\bjson/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
      bytes,
    };
  };
  const callOperation = (operation: string, body: unknown) =>
    request(METHODS[operation] ?? 'POST', `${TASKS}/${operation}`, body);
  return {
    request,
    get: (path) => request('GET', path),
    post: (path, body, headers) => request('POST', path, body, headers),
    task: async (operation, body) => {
      const response = await callOperation(operation, body);
      assert.equal(response.body.success, true, `${operation}: ${JSON.stringify(response.body.error)}`);
      return response.body.result;
    },
    taskError: async (operation, body) => {
      const response = await callOperation(operation, body);
      assert.equal(response.status, 200);
      assert.equal(response.body.success, false, `${operation} was accepted`);
      return response.body.error;
    },
  };
};

/** Returns true if the body should be sent as is. */
const isRawBody = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

/** Returns a valid task for the test organisation. Pass only properties that matter to the test. */
export const taskBody = (overrides: Record<string, unknown> = {}) => ({
  externalId: 'WO-1',
  title: 'Inspect the railing',
  teamName: 'Bridges',
  workbookName: 'Railing',
  assignedUserName: 'anna',
  ...overrides,
});
