import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { type Cleanup, createTenantCaller } from './deployment.ts';
import { computePercentile, type OnProgress, type Outcome } from './outcome.ts';
import { formatRequestHead, openConnection, type RawConnection } from './raw-connection.ts';
import { findErrors, readResidentMemory } from './server-process.ts';
import { startSystem } from './start-system.ts';
import { createTaskBody } from './task-view.ts';

const EXTERNAL_TASK = '/api/services/custom/externaltask';
const SEND_INTERVAL_MS = 1_000;
/**
 * A list of this many tasks exceeds the socket buffers, so the server has to wait for a client that does not
 * read it.
 */
const LONG_TASKS = 400;
/** At this rate, the whole response takes half a minute. */
const SLOW_BYTES_PER_SECOND = 400_000;
const LAST_CHUNK = '\r\n0\r\n\r\n';
const LONG_TEXT = 'x'.repeat(32_000);

/**
 * Some clients send one byte per second or do not read their responses, which must not affect others (R13). Ends once
 * the server has closed the connections of all slow senders. With `neverReadFor`, it then waits until the other clients
 * have not read anything for this number of seconds, by which time the server must have disconnected them.
 */
export const cutSlowClients = async (
  cleanup: Cleanup,
  { clients, neverReadFor }: { clients: number; neverReadFor: number },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const { server, tenant } = await startSystem(cleanup);
  const erp = createTenantCaller(server.url, tenant, 'erp');
  for (let task = 0; task < LONG_TASKS; task++) {
    await erp.task('post', { ...createTaskBody(`long ${task}`, 1), description: LONG_TEXT });
  }

  const clientsPerKind = Math.ceil(clients / 3);
  const opened: RawConnection[] = [];
  cleanup.defer(() => {
    for (const { socket } of opened) socket.destroy();
  });
  const open = async (): Promise<RawConnection> => {
    const connection = await openConnection(server.url);
    opened.push(connection);
    return connection;
  };
  const openConnections = () => Promise.all(Array.from({ length: clientsPerKind }, open));

  const listRequest = formatRequestHead(`GET ${EXTERNAL_TASK}/getall`, { accessToken: tenant.tokens.erp });
  const slowReader = neverReadFor > 0 ? await open() : undefined;
  if (slowReader) {
    slowReader.send(listRequest);
    readSlowly(slowReader, cleanup);
    onProgress('one client reads slowly but steadily');
  }
  const neverReading: RawConnection[] = [];
  while (neverReading.length < clientsPerKind) {
    const connection = await open();
    connection.send(listRequest);
    await once(connection.socket, 'data');
    connection.socket.pause();
    neverReading.push(connection);
  }
  onProgress(`${clientsPerKind} clients have started to read and then stopped`);
  const bodyHeaders = { 'content-type': 'application/json', 'content-length': 1_000 };
  const [slowHeaders, slowBodies] = [await openConnections(), await openConnections()];
  const slowHead = formatRequestHead(`POST ${EXTERNAL_TASK}/post`, {
    accessToken: tenant.tokens.erp,
    ...bodyHeaders,
  });
  for (const { send } of slowHeaders) send(slowHead.slice(0, 20));
  for (const { send } of slowBodies) send(slowHead);
  const sendingTimer = setInterval(() => {
    for (const { send, socket } of [...slowHeaders, ...slowBodies]) if (socket.writable) send(' ');
  }, SEND_INTERVAL_MS);
  cleanup.defer(() => clearInterval(sendingTimer));

  const openedAt = performance.now();
  const violations: string[] = [];
  const waitUntilClosed = async (kind: string, connections: RawConnection[]) => {
    const responses = await Promise.all(connections.map(({ response }) => response));
    const unexpected = responses.filter(({ status }) => status !== 408);
    if (unexpected.length > 0)
      violations.push(`slow ${kind}: ${unexpected.length} connections were closed without a 408`);
    const seconds = Math.round((performance.now() - openedAt) / 1_000);
    onProgress(`connections with slow ${kind} were closed after ${seconds} s`);
    return seconds;
  };
  let isOver = false;
  const closing = Promise.all([
    waitUntilClosed('headers', slowHeaders),
    waitUntilClosed('bodies', slowBodies),
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
  const [headers, bodies] = await closing;
  if (slowReader) {
    if (!(await slowReader.response).text.endsWith(LAST_CHUNK))
      violations.push('the client that read slowly was disconnected');
    await setTimeout(Math.max(0, openedAt + neverReadFor * 1_000 - performance.now()));
    for (const { socket } of neverReading) socket.resume();
    const responses = await Promise.all(neverReading.map(({ response }) => response));
    const complete = responses.filter(({ text }) => text.endsWith(LAST_CHUNK)).length;
    if (complete > 0)
      violations.push(
        `the server still waited for ${complete} clients that read nothing for ${neverReadFor} s`,
      );
  }
  return {
    violations: [...violations, ...findErrors(server)],
    figures: {
      clients: clientsPerKind * 3,
      'slow headers cut off after, s': headers,
      'slow bodies cut off after, s': bodies,
      'memory, MiB': Math.round((await readResidentMemory(server)) / 1024 / 1024),
      'responses to others': times.length * 2,
      'responses to others, p99, ms': computePercentile(times, 0.99),
    },
  };
};

const readSlowly = ({ socket, response }: RawConnection, cleanup: Cleanup) => {
  let received = 0;
  socket.on('data', (chunk) => {
    received += chunk.length;
    if (received >= SLOW_BYTES_PER_SECOND) socket.pause();
  });
  const reading = setInterval(() => {
    received = 0;
    socket.resume();
  }, 1_000);
  cleanup.defer(() => clearInterval(reading));
  void response.then(() => clearInterval(reading));
};
