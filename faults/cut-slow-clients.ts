import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { callerAt, castIn, deploy, openPool, type Stage } from './deployment.ts';
import { type Outcome, percentile, type Tell } from './outcome.ts';
import { openConnection, type RawConnection, requestHead } from './raw-connection.ts';
import { errorsOf, residentMemory, startServer } from './server-process.ts';
import { draftAt } from './task-view.ts';

const EXTERNAL_TASK = '/api/services/custom/externaltask';
const BYTE_EVERY_MS = 1_000;
/** Together more than the system keeps of an answer that nobody reads. */
const LONG_TASKS = 400;
/** So that the whole answer takes half a minute. */
const STEADY_BYTES_PER_SECOND = 400_000;
const LAST_CHUNK = '\r\n0\r\n\r\n';
const LONG_TEXT = 'x'.repeat(32_000);

/**
 * Clients that send a byte a second, or do not read what they asked for, beside others who must not notice (R13). Ends
 * when the server has closed every connection of those that send, and with `neverReadFor` seconds, when it should have
 * given up those that do not read.
 */
export const cutSlowClients = async (
  stage: Stage,
  { clients, neverReadFor }: { clients: number; neverReadFor: number },
  tell: Tell,
): Promise<Outcome> => {
  const deployment = await deploy(stage);
  const server = await startServer(stage, deployment);
  const cast = await castIn(openPool(stage, deployment.connection).db);
  const erp = callerAt(server.url, cast, 'erp');
  for (let task = 0; task < LONG_TASKS; task++) {
    await erp.task('post', { ...draftAt(`long ${task}`, 1), description: LONG_TEXT });
  }

  const share = Math.ceil(clients / 3);
  const opened: RawConnection[] = [];
  stage.defer(() => {
    for (const { socket } of opened) socket.destroy();
  });
  const open = async (): Promise<RawConnection> => {
    const connection = await openConnection(server.url);
    opened.push(connection);
    return connection;
  };
  const openShare = () => Promise.all(Array.from({ length: share }, open));

  const askForAll = requestHead(`GET ${EXTERNAL_TASK}/getall`, { accessToken: cast.tokens.erp });
  const steady = neverReadFor > 0 ? await open() : undefined;
  if (steady) {
    steady.send(askForAll);
    readSteadily(steady, stage);
    tell('one reads slowly and steadily');
  }
  const whoNeverRead: RawConnection[] = [];
  while (whoNeverRead.length < share) {
    const connection = await open();
    connection.send(askForAll);
    await once(connection.socket, 'data');
    connection.socket.pause();
    whoNeverRead.push(connection);
  }
  tell(`${share} have begun to read and stopped`);
  const type = { 'content-type': 'application/json', 'content-length': 1_000 };
  const [ofHeaders, ofBodies] = [await openShare(), await openShare()];
  const slowHead = requestHead(`POST ${EXTERNAL_TASK}/post`, { accessToken: cast.tokens.erp, ...type });
  for (const { send } of ofHeaders) send(slowHead.slice(0, 20));
  for (const { send } of ofBodies) send(slowHead);
  const trickle = setInterval(() => {
    for (const { send, socket } of [...ofHeaders, ...ofBodies]) if (socket.writable) send(' ');
  }, BYTE_EVERY_MS);
  stage.defer(() => clearInterval(trickle));

  const openedAt = performance.now();
  const violations: string[] = [];
  const closedAfter = async (kind: string, connections: RawConnection[]) => {
    const answers = await Promise.all(connections.map(({ answer }) => answer));
    const wrong = answers.filter(({ status }) => status !== 408);
    if (wrong.length > 0) violations.push(`slow ${kind}: ${wrong.length} were closed without 408`);
    const seconds = Math.round((performance.now() - openedAt) / 1_000);
    tell(`the slow ${kind} are closed after ${seconds} s`);
    return seconds;
  };
  let isOver = false;
  const closing = Promise.all([closedAfter('headers', ofHeaders), closedAfter('bodies', ofBodies)]).finally(
    () => {
      isOver = true;
    },
  );

  const times: number[] = [];
  for (let task = 0; !isOver; task++) {
    const startedAt = performance.now();
    await erp.task('post', draftAt(`meanwhile ${task}`, 1));
    await erp.task('get', { externalId: `meanwhile ${task}` });
    times.push(performance.now() - startedAt);
  }
  const [headers, bodies] = await closing;
  if (steady) {
    if (!(await steady.answer).text.endsWith(LAST_CHUNK)) violations.push('who read slowly was cut off');
    await setTimeout(Math.max(0, openedAt + neverReadFor * 1_000 - performance.now()));
    for (const { socket } of whoNeverRead) socket.resume();
    const answers = await Promise.all(whoNeverRead.map(({ answer }) => answer));
    const served = answers.filter(({ text }) => text.endsWith(LAST_CHUNK)).length;
    if (served > 0) violations.push(`${served} who read nothing for ${neverReadFor} s were still waited for`);
  }
  return {
    violations: [...violations, ...errorsOf(server)],
    figures: {
      clients: share * 3,
      'headers closed after, s': headers,
      'bodies closed after, s': bodies,
      'memory, MiB': Math.round((await residentMemory(server)) / 1024 / 1024),
      'answers to others meanwhile': times.length * 2,
      'their p99, ms': percentile(times, 0.99),
    },
  };
};

const readSteadily = ({ socket, answer }: RawConnection, stage: Stage) => {
  let taken = 0;
  socket.on('data', (chunk) => {
    taken += chunk.length;
    if (taken >= STEADY_BYTES_PER_SECOND) socket.pause();
  });
  const reading = setInterval(() => {
    taken = 0;
    socket.resume();
  }, 1_000);
  stage.defer(() => clearInterval(reading));
  void answer.then(() => clearInterval(reading));
};
