import { connect } from 'node:net';
import { workerData } from 'node:worker_threads';
import { limits } from '#contract/limits.ts';
import { taskBody } from '#service/testing/caller.ts';
import type { Attack, AttackData } from './attacks.ts';
import { formatRequestHead, openConnection } from './raw-connection.ts';

/*
 * Carries out an attack as a hostile user, in a separate thread so that it does not slow down the measurements. Runs
 * until terminated.
 */

const EXTERNAL_TASK = '/api/services/custom/externaltask';
const { url, token, adminToken, workbookId, attack, changeToken } = workerData as AttackData;
const authorization = `Bearer ${token}`;

/**
 * fetch throws a TypeError if the server closes the connection, and JSON.parse throws a SyntaxError if a response is
 * not JSON. Any other error is a bug in the attack.
 */
const ignoreExpectedErrors = (error: unknown) => {
  if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
};

const repeatForever = (concurrency: number, attempt: (iteration: number) => Promise<unknown>) => {
  const runLoop = async () => {
    for (let iteration = 0; ; iteration++) await attempt(iteration).catch(ignoreExpectedErrors);
  };
  for (let loop = 0; loop < concurrency; loop++) void runLoop();
};
const fetchBody = async (path: string, init: RequestInit = { headers: { authorization } }) =>
  (await fetch(url + path, init)).arrayBuffer();

/** Sends `text` and reads only the beginning of the response. Resolves when the server closes the connection. */
const sendWithoutReading = (text: string) =>
  new Promise<void>((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(text);
    socket.once('readable', () => undefined);
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    // The data is either a complete error response, or the beginning of a list whose remainder is never read.
    socket.once('data', () => socket.pause());
  });

const listRequest = formatRequestHead(`GET ${EXTERNAL_TASK}/getall`, { accessToken: token });
const halfRequest = listRequest.slice(0, listRequest.length / 2);
const costlyFilter = encodeURIComponent(
  `${"replace(concat(Title,Description),'a','b') eq 'x' or ".repeat(60)}Title eq 'x'`,
);
const sendTaskRequest = (method: string, operation: string, body: unknown) =>
  fetchBody(`${EXTERNAL_TASK}/${operation}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
/** Creates a body with many objects, each of which contains a number that is expensive to validate. */
const createNumbersBody = (count: number) => `[${'{"id":1e1},'.repeat(count)}1]`;
/**
 * Creates a body with many objects, each with 2 of 599 different fields. Every second body exceeds the limit on
 * different field sequences. The remaining bodies use 99% of it.
 */
const createObjectsBody = (iteration: number) => {
  const objects = iteration % 2 === 0 ? 49_000 : 6_900;
  return JSON.stringify(
    Array.from({ length: objects }, (_, index) => ({
      [`a${(index * 7) % 300}`]: 1,
      [`b${(index * 11 + iteration) % 299}`]: 1,
    })),
  );
};
/** Posts a form in chunks of `chunkSize` bytes. Including the chunk headers, the body is one megabyte. */
const sendInChunks = async (chunkSize: number) => {
  const { send: write, response } = await openConnection(url);
  const head = [
    'POST /token HTTP/1.1',
    'host: localhost',
    'connection: close',
    'content-type: application/x-www-form-urlencoded',
    'transfer-encoding: chunked',
  ];
  const chunk = `${chunkSize.toString(16)}\r\n${'x'.repeat(chunkSize)}\r\n`;
  write(`${head.join('\r\n')}\r\n\r\n${chunk.repeat(1_000_000 / chunk.length)}0\r\n\r\n`);
  await response;
};
const cookieHeader = Array.from({ length: 9_000 }, (_, index) => `${index}=`).join(';');
const requestSuggestions = (body: string) =>
  fetchBody('/api/v1/suggestions', {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body,
  });
const longFilter = encodeURIComponent(`${"substringof('a',Title) or ".repeat(500)}true`);
const editTask = async (externalId: string, title: string) => {
  const body = await sendTaskRequest('PUT', 'put', taskBody({ externalId, title }));
  // An invalid edit would have no effect, so it would not be an attack.
  if (JSON.parse(Buffer.from(body).toString()).error?.validationErrors)
    throw new Error('The edit is invalid.');
};
const bulkBody = {
  externalTaskIds: Array.from({ length: limits.bulkIds }, (_, index) => `unknown ${index}`),
};

const draftBody = JSON.stringify({
  title: 'Heavy',
  fields: Array.from({ length: 500 }, (_, index) => ({
    name: `F${index}`,
    type: 'calculated',
    calculation: Array(490).fill('1').join('+'),
  })),
});
const checkDraft = async () => {
  const { status } = await fetch(`${url}/api/v1/workbooks/${workbookId}/draft/check`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: draftBody,
  });
  if (status === 403 || status === 404 || status === 422)
    throw new Error(`The attack was rejected with ${status}.`);
};

const attacks: Record<Attack, () => void> = {
  'anonymous: 100 requests with invalid tokens at once': () =>
    repeatForever(100, (iteration) =>
      fetchBody('/api/v1/tasks', {
        headers: { authorization: `${authorization.slice(0, -8)}${10_000_000 + iteration}` },
      }),
    ),
  'anonymous: 60 sign-ins with wrong passwords at once': () =>
    repeatForever(60, (iteration) =>
      fetchBody('/token', {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'password',
          username: `unknown${iteration}`,
          password: 'wrong',
          tenancyName: 'faults',
        }),
      }),
    ),
  'anonymous: 100 requests with 9,000 cookies at once': () =>
    repeatForever(100, () => fetchBody('/api/v1/tasks', { headers: { cookie: cookieHeader } })),
  'anonymous: 4 identity provider responses of 1 MiB at once': () =>
    repeatForever(4, () =>
      fetchBody('/api/account/ExternalLoginCallback', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: '0&'.repeat(limits.providerResponse / 2),
      }),
    ),
  'anonymous: 48 bodies in chunks of one byte at once': () => repeatForever(48, () => sendInChunks(1)),
  'anonymous: 48 bodies in chunks of 32 bytes at once': () => repeatForever(48, () => sendInChunks(32)),
  'signed in: 100 bodies of 63 KiB at once': () =>
    repeatForever(100, () => requestSuggestions(createNumbersBody(5_800))),
  'signed in: 3 bodies with 100,000 values at once': () =>
    repeatForever(3, () => requestSuggestions(createNumbersBody(49_990))),
  'signed in: 3 bodies of objects with different field orders at once': () =>
    repeatForever(3, (iteration) => requestSuggestions(createObjectsBody(iteration))),
  'signed in: 4 imports of blank and short rows at once': () =>
    repeatForever(4, async (iteration) => {
      const { status } = await fetch(`${url}/api/v1/tasks/import`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'text/csv' },
        body: `externalId,title\n${(iteration % 2 === 0 ? '\n' : 'x\n').repeat(1_000_000)}`,
      });
      if (status === 403 || status === 404 || status === 415)
        throw new Error(`The attack was rejected with ${status}.`);
    }),
  'signed in: 6 checks of drafts with 500 long expressions at once': () => repeatForever(6, checkDraft),
  'signed in: 60 filters of 500 terms at once': () =>
    repeatForever(60, () => fetchBody(`${EXTERNAL_TASK}/getall?$filter=${longFilter}`)),
  'signed in: 60 lists whose responses are not read': () =>
    repeatForever(60, () => sendWithoutReading(listRequest)),
  'anonymous: 500 connections that send half a request': () =>
    repeatForever(500, () => sendWithoutReading(halfRequest)),
  'signed in: 1,500 requests that wait for frequent changes': () => {
    repeatForever(1_500, async () => {
      const response = await fetch(`${url}${EXTERNAL_TASK}/GetChanges?changeToken=${changeToken}&wait=60`, {
        headers: { authorization },
      });
      await response.arrayBuffer();
      if (response.status === 429) await new Promise((resolve) => setTimeout(resolve, 5_000));
    });
    repeatForever(1, (iteration) => editTask('hostile', `Changed ${iteration}`));
  },
  'signed in: 40 costly queries at once': () =>
    repeatForever(40, () => fetchBody(`${EXTERNAL_TASK}/getall?$top=1&$filter=${costlyFilter}`)),
  'signed in: 100 edits of one task at once': () =>
    repeatForever(100, (iteration) => editTask('hostile', `Changed ${iteration}`)),
  'signed in: 100 invalid edits at once': () =>
    repeatForever(100, () => sendTaskRequest('PUT', 'put', { externalId: 'hostile', title: 'Changed' })),
  'signed in: 20 complete lists at once': () => repeatForever(20, () => fetchBody(`${EXTERNAL_TASK}/getall`)),
  'signed in: 20 CSV exports of all tasks at once': () =>
    repeatForever(20, () => fetchBody('/api/v1/tasks.csv')),
  'signed in: 20 bulk requests with 10,000 IDs at once': () =>
    repeatForever(20, () => sendTaskRequest('POST', 'cancel', bulkBody)),
};

attacks[attack]();
