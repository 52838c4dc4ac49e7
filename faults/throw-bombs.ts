import { BOMBS, type Bomb, headersOf, pathOf } from './bombs.ts';
import { castIn, deploy, openPool, type Stage } from './deployment.ts';
import type { Outcome, Tell } from './outcome.ts';
import { openConnection, requestHead } from './raw-connection.ts';
import { errorsOf, residentMemory, startServer } from './server-process.ts';

const HANGS_AFTER_MS = 10_000;
/** Garbage comes and goes by up to 140 MiB; bodies that were kept would be 60 MiB more each round. */
const FLAT_MIB = 192;
const MIB = 1024 * 1024;

/** Bodies that are made to break a server, each answered clearly; memory stays where it was (R14). */
export const throwBombs = async (
  stage: Stage,
  { rounds }: { rounds: number },
  tell: Tell,
): Promise<Outcome> => {
  const deployment = await deploy(stage);
  const server = await startServer(stage, deployment);
  const cast = await castIn(openPool(stage, deployment.connection).db);
  const violations: string[] = [];
  const slowest = { name: '', ms: 0 };

  const throwOne = async (bomb: Bomb) => {
    const startedAt = performance.now();
    const answer = await ask(server.url, bomb, cast.tokens.erp);
    const ms = performance.now() - startedAt;
    if (ms > slowest.ms) Object.assign(slowest, { name: bomb.name, ms });
    const fault = faultOf(bomb, answer);
    if (fault) violations.push(`${bomb.name}: ${fault}: ${answer.status} ${answer.text.slice(0, 300)}`);
  };
  const throwAll = async () => {
    for (const bomb of BOMBS) await throwOne(bomb);
    // Two lengths, of which a proxy may believe the other one (request smuggling).
    const twoLengths = await openConnection(server.url);
    const head = { accessToken: cast.tokens.erp, 'content-length': 5, 'transfer-encoding': 'chunked' };
    twoLengths.send(`${requestHead('POST /api/services/custom/externaltask/post', head)}0\r\n\r\n`);
    const { status } = await twoLengths.answer;
    if (status !== 400) violations.push(`two lengths: answered ${status}`);
    const live = await fetch(`${server.url}/health/live`);
    if (live.status !== 200) violations.push(`/health/live answered ${live.status}`);
  };

  // The first rounds bring the heap to its size.
  await throwAll();
  await throwAll();
  const before = await residentMemory(server);
  for (let round = 1; round <= rounds; round++) {
    await throwAll();
    tell(`round ${round} of ${rounds}`);
  }
  const grownBy = Math.round(((await residentMemory(server)) - before) / MIB);
  if (grownBy > FLAT_MIB) violations.push(`resident memory grew by ${grownBy} MiB`);
  return {
    violations: [...new Set([...violations, ...errorsOf(server)])],
    figures: {
      bodies: BOMBS.length * (rounds + 2),
      'slowest answer, ms': `${Math.round(slowest.ms)} (${slowest.name})`,
      'memory at rest, MiB': Math.round(before / MIB),
      'memory grown by, MiB': grownBy,
    },
  };
};

const ask = async (
  url: string,
  bomb: Bomb,
  accessToken: string,
): Promise<{ status: number; text: string }> => {
  try {
    const answer = await fetch(url + pathOf(bomb), {
      method: bomb.method ?? 'POST',
      headers: { authorization: `Bearer ${accessToken}`, ...headersOf(bomb) },
      body: bomb.body,
      signal: AbortSignal.timeout(HANGS_AFTER_MS),
    });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { status: 0, text: String((error as Error).cause ?? error) };
  }
};

const faultOf = ({ answer, member }: Bomb, { status, text }: { status: number; text: string }) => {
  if (typeof answer === 'number') return status === answer ? undefined : `not ${answer}`;
  if (status !== 200) return 'not 200';
  const { success, error } = JSON.parse(text);
  if (answer === 'taken') {
    // The second round finds it there.
    return success || /already/.test(error.message) ? undefined : 'not taken';
  }
  if (success) return 'not refused';
  const members: string[] = (error.validationErrors ?? []).flatMap(
    (one: { members: string[] }) => one.members,
  );
  return member === undefined || members.includes(member) ? undefined : `does not name ${member}`;
};
