import { connect } from 'node:net';
import { workerData } from 'node:worker_threads';
import { limits } from '#contract/limits.ts';
import type { Attack, Hostile } from './attacks.ts';
import { requestHead } from './raw-connection.ts';

/*
 * A hostile user, in a separate thread so that it does not slow down the measurements. It never stops by itself.
 */

const TASKS = '/api/services/custom/externaltask';
const { url, token, attack, changeToken } = workerData as Hostile;
const authorization = `Bearer ${token}`;

const forever = (atOnce: number, act: (round: number) => Promise<unknown>) => {
  const repeat = async () => {
    for (let round = 0; ; round++) await act(round).catch(() => undefined);
  };
  for (let each = 0; each < atOnce; each++) void repeat();
};
const read = async (path: string, init: RequestInit = { headers: { authorization } }) =>
  (await fetch(url + path, init)).arrayBuffer();

/** Sends something and reads only the beginning of the response, until the server closes the connection. */
const stall = (text: string) =>
  new Promise<void>((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(text);
    socket.once('readable', () => undefined);
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    // An error response has been read completely by then; the rest of a list is never read.
    socket.once('data', () => socket.pause());
  });

const unreadList = requestHead(`GET ${TASKS}/getall`, { accessToken: token });
const halfRequest = unreadList.slice(0, unreadList.length / 2);
const costly = encodeURIComponent(
  `${"replace(concat(Title,Description),'a','b') eq 'x' or ".repeat(60)}Title eq 'x'`,
);
const send = (method: string, operation: string, body: unknown) =>
  read(`${TASKS}/${operation}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const edit = (externalId: string, title: string) =>
  send('PUT', 'put', { externalId, title, teamName: 'Bridges', workbookName: 'Railing' });
const bulk = { externalTaskIds: Array.from({ length: limits.bulkIds }, (_, at) => `unknown ${at}`) };

const acts: Record<Attack, () => void> = {
  'anonymous: made-up tokens, 100 at once': () =>
    forever(100, (round) =>
      read('/api/v1/tasks', {
        headers: { authorization: `${authorization.slice(0, -8)}${10_000_000 + round}` },
      }),
    ),
  'anonymous: sign-ins with wrong passwords, 60 at once': () =>
    forever(60, (round) =>
      read('/token', {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'password',
          username: `nobody${round}`,
          password: 'wrong',
          tenancyName: 'faults',
        }),
      }),
    ),
  'an account: 60 lists that are not read': () => forever(60, () => stall(unreadList)),
  'anonymous: 500 connections with half a request': () => forever(500, () => stall(halfRequest)),
  'an account: 1,500 waiting requests and changes': () => {
    forever(1_500, async () => {
      const answer = await fetch(`${url}${TASKS}/GetChanges?changeToken=${changeToken}&wait=60`, {
        headers: { authorization },
      });
      await answer.arrayBuffer();
      if (answer.status === 429) await new Promise((later) => setTimeout(later, 5_000));
    });
    forever(1, (round) => edit('hostile', `Changed ${round}`));
  },
  'an account: 40 costly queries at once': () =>
    forever(40, () => read(`${TASKS}/getall?$top=1&$filter=${costly}`)),
  'an account: 100 edits of one task at once': () =>
    forever(100, (round) => edit('hostile', `Changed ${round}`)),
  'an account: 20 whole lists at once': () => forever(20, () => read(`${TASKS}/getall`)),
  'an account: 20 files of all tasks at once': () => forever(20, () => read('/api/v1/tasks.csv')),
  'an account: 20 bulk calls of 10,000 ids at once': () => forever(20, () => send('POST', 'cancel', bulk)),
};

acts[attack]();
