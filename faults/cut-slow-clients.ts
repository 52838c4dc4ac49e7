import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { type Cleanup, createTenantCaller } from './deployment.ts';
import { computePercentile, type OnProgress, type Outcome } from './outcome.ts';
import { formatRequestHead, openConnection, type RawConnection } from './raw-connection.ts';
import { findErrors, readResidentMemory } from './server-process.ts';
import { startSystem } from './start-system.ts';
import { createTaskBody } from './task-revisions.ts';

const EXTERNAL_TASK = '/api/services/custom/externaltask';
const SEND_INTERVAL_MS = 1_000;
/**
 * A list of this many tasks exceeds the socket buffers, so the server has to wait for a client that does not read it.
 */
const LONG_TASK_COUNT = 400;
/** At this rate, the response takes half a minute. */
const SLOW_BYTES_PER_SECOND = 400_000;
const LAST_CHUNK = '\r\n0\r\n\r\n';
const LONG_TEXT = 'x'.repeat(32_000);

/**
 * Some clients send one byte per second, and some do not read their responses. Neither may affect other clients (R13).
 * The scenario runs until the server has closed the connections of all slow senders. If `secondsWithoutReading` is not
 * 0, it then waits until the non-reading clients have read nothing for this number of seconds. By then, the server must
 * have disconnected them.
 */
export const cutSlowClients = async (
  cleanup: Cleanup,
  { clients, secondsWithoutReading }: { clients: number; secondsWithoutReading: number },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const { server, tenant } = await startSystem(cleanup);
  const erp = createTenantCaller(server.url, tenant, 'erp');
  for (let task = 0; task < LONG_TASK_COUNT; task++) {
    await erp.task('post', { ...createTaskBody(`long ${task}`, 1), description: LONG_TEXT });
  }

  const clientsPerGroup = Math.ceil(clients / 3);
  const openedConnections: RawConnection[] = [];
  cleanup.defer(() => {
    for (const { socket } of openedConnections) socket.destroy();
  });
  const openClient = async (): Promise<RawConnection> => {
    const connection = await openConnection(server.url);
    openedConnections.push(connection);
    return connection;
  };
  const openClients = () => Promise.all(Array.from({ length: clientsPerGroup }, openClient));

  const listRequest = formatRequestHead(`GET ${EXTERNAL_TASK}/getall`, { accessToken: tenant.tokens.erp });
  const slowReader = secondsWithoutReading > 0 ? await openClient() : undefined;
  if (slowReader) {
    slowReader.send(listRequest);
    readSlowly(slowReader, cleanup);
    onProgress('one client reads slowly but steadily');
  }
  const stalledReaders: RawConnection[] = [];
  while (stalledReaders.length < clientsPerGroup) {
    const connection = await openClient();
    connection.send(listRequest);
    await once(connection.socket, 'data');
    connection.socket.pause();
    stalledReaders.push(connection);
  }
  onProgress(`${clientsPerGroup} clients have started to read and then stopped`);
  const bodyHeaders = { 'content-type': 'application/json', 'content-length': 1_000 };
  const [slowHeaderSenders, slowBodySenders] = [await openClients(), await openClients()];
  const postHead = formatRequestHead(`POST ${EXTERNAL_TASK}/post`, {
    accessToken: tenant.tokens.erp,
    ...bodyHeaders,
  });
  for (const { send } of slowHeaderSenders) send(postHead.slice(0, 20));
  for (const { send } of slowBodySenders) send(postHead);
  const sendTimer = setInterval(() => {
    for (const { send, socket } of [...slowHeaderSenders, ...slowBodySenders]) if (socket.writable) send(' ');
  }, SEND_INTERVAL_MS);
  cleanup.defer(() => clearInterval(sendTimer));

  const openedAt = performance.now();
  const violations: string[] = [];
  const waitUntilClosed = async (slowPart: string, connections: RawConnection[]) => {
    const responses = await Promise.all(connections.map(({ response }) => response));
    const unexpected = responses.filter(({ status }) => status !== 408);
    if (unexpected.length > 0)
      violations.push(`slow ${slowPart}: ${unexpected.length} connections were closed without a 408`);
    const seconds = Math.round((performance.now() - openedAt) / 1_000);
    onProgress(`connections with slow ${slowPart} were closed after ${seconds} s`);
    return seconds;
  };
  let isOver = false;
  const sendersClosed = Promise.all([
    waitUntilClosed('headers', slowHeaderSenders),
    waitUntilClosed('bodies', slowBodySenders),
  ]).finally(() => {
    isOver = true;
  });

  const times: number[] = [];
  for (let task = 0; !isOver; task++) {
    const startedAt = performance.now();
    await erp.task('post', createTaskBody(`during the attack ${task}`, 1));
    await erp.task('get', { externalId: `during the attack ${task}` });
    times.push(performance.now() - startedAt);
  }
  const [headerSeconds, bodySeconds] = await sendersClosed;
  if (slowReader) {
    if (!(await slowReader.response).text.endsWith(LAST_CHUNK))
      violations.push('the client that read slowly was disconnected');
    await setTimeout(Math.max(0, openedAt + secondsWithoutReading * 1_000 - performance.now()));
    for (const { socket } of stalledReaders) socket.resume();
    const responses = await Promise.all(stalledReaders.map(({ response }) => response));
    const completeCount = responses.filter(({ text }) => text.endsWith(LAST_CHUNK)).length;
    if (completeCount > 0)
      violations.push(
        `the server still waited for ${completeCount} clients that read nothing for ${secondsWithoutReading} s`,
      );
  }
  return {
    violations: [...violations, ...findErrors(server)],
    figures: {
      clients: clientsPerGroup * 3,
      'slow headers cut off after, s': headerSeconds,
      'slow bodies cut off after, s': bodySeconds,
      'memory, MiB': Math.round((await readResidentMemory(server)) / 1024 / 1024),
      'responses to others': times.length * 2,
      'responses to others, p99, ms': computePercentile(times, 0.99),
    },
  };
};

const readSlowly = ({ socket, response }: RawConnection, cleanup: Cleanup) => {
  let receivedBytes = 0;
  socket.on('data', (chunk) => {
    receivedBytes += chunk.length;
    if (receivedBytes >= SLOW_BYTES_PER_SECOND) socket.pause();
  });
  const readTimer = setInterval(() => {
    receivedBytes = 0;
    socket.resume();
  }, 1_000);
  cleanup.defer(() => clearInterval(readTimer));
  void response.then(() => clearInterval(readTimer));
};
