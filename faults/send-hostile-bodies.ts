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

  const sendOne = async (hostile: HostileBody) => {
    const startedAt = performance.now();
    const response = await sendBody(server.url, hostile, tenant.tokens.erp);
    const ms = performance.now() - startedAt;
    if (ms > slowest.ms) Object.assign(slowest, { name: hostile.name, ms });
    const problem = findProblem(hostile, response);
    if (problem)
      violations.push(`${hostile.name}: ${problem}: ${response.status} ${response.text.slice(0, 300)}`);
  };
  const sendAll = async () => {
    for (const hostile of HOSTILE_BODIES) await sendOne(hostile);
    // Two contradictory lengths: a proxy might use a different one than the server does (request smuggling).
    const twoLengths = await openConnection(server.url);
    const head = { accessToken: tenant.tokens.erp, 'content-length': 5, 'transfer-encoding': 'chunked' };
    twoLengths.send(`${formatRequestHead('POST /api/services/custom/externaltask/post', head)}0\r\n\r\n`);
    const { status } = await twoLengths.response;
    if (status !== 400) violations.push(`two lengths: returned ${status}`);
    const live = await fetch(`${server.url}/health/live`);
    if (live.status !== 200) violations.push(`/health/live returned ${live.status}`);
  };

  // The first rounds grow the heap to its usual size.
  await sendAll();
  await sendAll();
  const before = await readResidentMemory(server);
  for (let round = 1; round <= rounds; round++) {
    await sendAll();
    onProgress(`round ${round} of ${rounds}`);
  }
  const grownBy = Math.round(((await readResidentMemory(server)) - before) / MIB);
  if (grownBy > MAX_GROWTH_MIB) violations.push(`resident memory grew by ${grownBy} MiB`);
  return {
    violations: [...new Set([...violations, ...findErrors(server)])],
    figures: {
      bodies: HOSTILE_BODIES.length * (rounds + 2),
      'slowest response, ms': `${Math.round(slowest.ms)} (${slowest.name})`,
      'memory before, MiB': Math.round(before / MIB),
      'memory growth, MiB': grownBy,
    },
  };
};

const sendBody = async (
  url: string,
  hostile: HostileBody,
  accessToken: string,
): Promise<{ status: number; text: string }> => {
  try {
    const response = await fetch(url + getPath(hostile), {
      method: hostile.method ?? 'POST',
      headers: { authorization: `Bearer ${accessToken}`, ...getHeaders(hostile) },
      body: hostile.body,
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
