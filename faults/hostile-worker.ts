import { connect } from 'node:net';
import { workerData } from 'node:worker_threads';
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

/** Until the server closes it. */
const stall = () =>
  new Promise<void>((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(requestHead(`GET ${TASKS}/getall`, { accessToken: token }));
    socket.once('readable', () => undefined);
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    // An error response has been read completely by then; the rest of a list is never read.
    socket.once('data', () => socket.pause());
  });

const costly = encodeURIComponent(
  `${"replace(concat(Title,Description),'a','b') eq 'x' or ".repeat(60)}Title eq 'x'`,
);
const edit = (externalId: string, title: string) =>
  read(`${TASKS}/put`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ externalId, title, teamName: 'Bridges', workbookName: 'Railing' }),
  });

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
  'an account: 60 lists that are not read': () => forever(60, stall),
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
};

acts[attack]();
