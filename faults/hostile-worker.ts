import { connect } from 'node:net';
import { workerData } from 'node:worker_threads';
import { limits } from '#contract/limits.ts';
import { draft } from '#service/testing/caller.ts';
import type { Attack, AttackData } from './attacks.ts';
import { requestHead } from './raw-connection.ts';

/* Attacks as a hostile user, in a separate thread that does not slow down the measurements. Runs until it is terminated. */

const TASKS = '/api/services/custom/externaltask';
const { url, token, attack, changeToken } = workerData as AttackData;
const authorization = `Bearer ${token}`;

/** The server rejects requests and closes connections, which fetch reports as a TypeError. Other errors are mistakes in the attack. */
const ignoreExpectedErrors = (error: unknown) => {
  if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
};

const forever = (concurrency: number, attempt: (round: number) => Promise<unknown>) => {
  const repeat = async () => {
    for (let round = 0; ; round++) await attempt(round).catch(ignoreExpectedErrors);
  };
  for (let worker = 0; worker < concurrency; worker++) void repeat();
};
const read = async (path: string, init: RequestInit = { headers: { authorization } }) =>
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
    // This is a complete error response, or the beginning of a list whose rest is never read.
    socket.once('data', () => socket.pause());
  });

const unreadList = requestHead(`GET ${TASKS}/getall`, { accessToken: token });
const halfRequest = unreadList.slice(0, unreadList.length / 2);
const costlyFilter = encodeURIComponent(
  `${"replace(concat(Title,Description),'a','b') eq 'x' or ".repeat(60)}Title eq 'x'`,
);
const send = (method: string, operation: string, body: unknown) =>
  read(`${TASKS}/${operation}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
/** A body with many objects. Their numbers are expensive to validate. */
const manyNumbers = (count: number) => `[${'{"id":1e1},'.repeat(count)}1]`;
const suggest = (body: string) =>
  read('/api/v1/suggestions', {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body,
  });
const manyTerms = encodeURIComponent(`${"substringof('a',Title) or ".repeat(500)}true`);
const edit = async (externalId: string, title: string) => {
  const body = await send('PUT', 'put', draft({ externalId, title }));
  // An edit without an effect would not be an attack.
  if (JSON.parse(Buffer.from(body).toString()).error?.validationErrors)
    throw new Error('The edit is invalid.');
};
const bulk = { externalTaskIds: Array.from({ length: limits.bulkIds }, (_, index) => `unknown ${index}`) };

const attacks: Record<Attack, () => void> = {
  'anonymous: 100 requests with invalid tokens at once': () =>
    forever(100, (round) =>
      read('/api/v1/tasks', {
        headers: { authorization: `${authorization.slice(0, -8)}${10_000_000 + round}` },
      }),
    ),
  'anonymous: 60 sign-ins with wrong passwords at once': () =>
    forever(60, (round) =>
      read('/token', {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'password',
          username: `unknown${round}`,
          password: 'wrong',
          tenancyName: 'faults',
        }),
      }),
    ),
  'anonymous: 4 responses of an identity provider of 1 MiB at once': () =>
    forever(4, () =>
      read('/api/account/ExternalLoginCallback', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: '0&'.repeat(limits.providerResponse / 2),
      }),
    ),
  'signed in: 100 bodies of 63 KiB at once': () => forever(100, () => suggest(manyNumbers(5_800))),
  'signed in: 3 bodies of 100,000 numbers at once': () => forever(3, () => suggest(manyNumbers(49_990))),
  'signed in: 60 filters of 500 terms at once': () =>
    forever(60, () => read(`${TASKS}/getall?$filter=${manyTerms}`)),
  'signed in: 60 lists whose response is not read': () => forever(60, () => sendWithoutReading(unreadList)),
  'anonymous: 500 connections with half a request': () => forever(500, () => sendWithoutReading(halfRequest)),
  'signed in: 1,500 waiting requests and changes': () => {
    forever(1_500, async () => {
      const response = await fetch(`${url}${TASKS}/GetChanges?changeToken=${changeToken}&wait=60`, {
        headers: { authorization },
      });
      await response.arrayBuffer();
      if (response.status === 429) await new Promise((resolve) => setTimeout(resolve, 5_000));
    });
    forever(1, (round) => edit('hostile', `Changed ${round}`));
  },
  'signed in: 40 costly queries at once': () =>
    forever(40, () => read(`${TASKS}/getall?$top=1&$filter=${costlyFilter}`)),
  'signed in: 100 edits of one task at once': () =>
    forever(100, (round) => edit('hostile', `Changed ${round}`)),
  'signed in: 100 invalid edits at once': () =>
    forever(100, () => send('PUT', 'put', { externalId: 'hostile', title: 'Changed' })),
  'signed in: 20 complete lists at once': () => forever(20, () => read(`${TASKS}/getall`)),
  'signed in: 20 CSV exports of all tasks at once': () => forever(20, () => read('/api/v1/tasks.csv')),
  'signed in: 20 bulk requests of 10,000 ids at once': () => forever(20, () => send('POST', 'cancel', bulk)),
};

attacks[attack]();
