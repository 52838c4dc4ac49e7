import type { Cleanup } from './deployment.ts';
import { getHeaders, getPath, HOSTILE_BODIES, type HostileBody } from './hostile-bodies.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { formatRequestHead, openConnection } from './raw-connection.ts';
import { findErrors, readResidentMemory } from './server-process.ts';
import { startSystem } from './start-system.ts';

const REQUEST_TIMEOUT_MS = 10_000;
/** Garbage collection causes variations of up to 140 MiB. Leaked bodies would add 60 MiB per round. */
const MAX_GROWTH_MIB = 192;
const MIB = 1024 * 1024;

/** Sends hostile bodies: each gets a clear response, and memory use stays flat (R14). */
export const sendHostileBodies = async (
  cleanup: Cleanup,
  { rounds }: { rounds: number },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const { server, tenant } = await startSystem(cleanup);
  const violations: string[] = [];
  const slowest = { name: '', ms: 0 };

  const sendOne = async (hostileBody: HostileBody) => {
    const startedAt = performance.now();
    const response = await sendBody(server.url, hostileBody, tenant.tokens.erp);
    const ms = performance.now() - startedAt;
    if (ms > slowest.ms) Object.assign(slowest, { name: hostileBody.name, ms });
    const problem = findProblem(hostileBody, response);
    if (problem)
      violations.push(`${hostileBody.name}: ${problem}: ${response.status} ${response.text.slice(0, 300)}`);
  };
  const sendAll = async () => {
    for (const hostileBody of HOSTILE_BODIES) await sendOne(hostileBody);
    // Sends two contradictory lengths. A proxy might use one of them, and the server the other (request smuggling).
    const connection = await openConnection(server.url);
    const head = { accessToken: tenant.tokens.erp, 'content-length': 5, 'transfer-encoding': 'chunked' };
    connection.send(`${formatRequestHead('POST /api/services/custom/externaltask/post', head)}0\r\n\r\n`);
    const { status } = await connection.response;
    if (status !== 400) violations.push(`two lengths: returned ${status}`);
    const liveResponse = await fetch(`${server.url}/health/live`);
    if (liveResponse.status !== 200) violations.push(`/health/live returned ${liveResponse.status}`);
  };

  // The first rounds grow the heap to its usual size.
  await sendAll();
  await sendAll();
  const memoryBefore = await readResidentMemory(server);
  for (let round = 1; round <= rounds; round++) {
    await sendAll();
    onProgress(`round ${round} of ${rounds}`);
  }
  const growthMib = Math.round(((await readResidentMemory(server)) - memoryBefore) / MIB);
  if (growthMib > MAX_GROWTH_MIB) violations.push(`resident memory grew by ${growthMib} MiB`);
  return {
    violations: [...new Set([...violations, ...findErrors(server)])],
    figures: {
      bodies: HOSTILE_BODIES.length * (rounds + 2),
      'slowest response, ms': `${Math.round(slowest.ms)} (${slowest.name})`,
      'memory before, MiB': Math.round(memoryBefore / MIB),
      'memory growth, MiB': growthMib,
    },
  };
};

const sendBody = async (
  url: string,
  hostileBody: HostileBody,
  accessToken: string,
): Promise<{ status: number; text: string }> => {
  try {
    const response = await fetch(url + getPath(hostileBody), {
      method: hostileBody.method ?? 'POST',
      headers: { authorization: `Bearer ${accessToken}`, ...getHeaders(hostileBody) },
      body: hostileBody.body,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { status: 0, text: String((error as Error).cause ?? error) };
  }
};

const findProblem = (
  { expected, field }: HostileBody,
  { status, text }: { status: number; text: string },
) => {
  if (typeof expected === 'number') return status === expected ? undefined : `not ${expected}`;
  if (status !== 200) return 'not 200';
  const { success, error } = JSON.parse(text);
  if (expected === 'accepted') {
    // In later rounds the task already exists.
    return success || /already/.test(error.message) ? undefined : 'not accepted';
  }
  if (success) return 'not rejected';
  const members: string[] = (error.validationErrors ?? []).flatMap(
    (error: { members: string[] }) => error.members,
  );
  return field === undefined || members.includes(field) ? undefined : `does not name ${field}`;
};
