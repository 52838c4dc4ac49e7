import { createOrganisation } from '#service/testing/organisation.ts';
import type { TestService } from '#service/testing/start-service.ts';
import type { Answer, Call, Things } from './call.ts';
import { type Caller, callersByPermission, callersByRole, NOBODY } from './callers.ts';
import { keepState } from './database-state.ts';
import { everyCall } from './every-call.ts';
import { expectedAnswer, mayEnter, type Place } from './expected-answer.ts';
import { furnish, tokenOf } from './furnish.ts';
import { answerOf, send } from './send.ts';
import { someAtOnce } from './some-at-once.ts';

/** Where anybody may call, nobody, a wrong token and an administrator are as good as all. */
const ANYBODY = 3;

type Trial = { call: Call; caller: Caller; place: Place; things: Things; expected: Answer };

/**
 * Tries every call by everybody, on things of the caller's team and of another. First those that may change nothing,
 * together; then the others one after the other, each on what was there at first.
 */
export const tryEveryCall = async (service: TestService): Promise<{ tried: number; wrong: string[] }> => {
  const { url, services, database, organisation } = service;
  const here = { service, organisation, mark: 'here' };
  const elsewhere = {
    service,
    organisation: await createOrganisation(database.db, 'elsewhere'),
    mark: 'elsewhere',
  };
  const things = await furnish(here);
  await furnish(elsewhere);
  const byRole: Caller[] = [
    NOBODY,
    { name: 'wrong token', role: undefined, token: `ronda_${organisation.tenantId}_${'x'.repeat(43)}` },
    ...(await callersByRole(here)),
    { name: 'elsewhere', role: undefined, token: await tokenOf(elsewhere, 'admin') },
  ];
  const byPermission = await callersByPermission(here);
  const trials = everyCall.flatMap((call) => {
    const holders = [call.needs, call.or].flatMap((needed) => byPermission.get(needed ?? '') ?? []);
    const places =
      call.outside === undefined ? (['own team'] as const) : (['own team', 'other team'] as const);
    const callers = call.needs === 'anonymous' ? byRole.slice(0, ANYBODY) : [...byRole, ...holders];
    return callers.flatMap((caller) =>
      places.map(
        (place): Trial => ({
          call,
          caller,
          place,
          things: place === 'own team' ? things.bridges : things.locks,
          expected: expectedAnswer(call, caller, place),
        }),
      ),
    );
  });

  const wrong: string[] = [];
  const state = await keepState(database.db);
  const attempt = async ({ call, caller, place, things, expected }: Trial) => {
    const request = call.request(things);
    const reply = await send(url, caller.token, request);
    const told = answerOf(request, reply);
    const who = `${call.operation} by ${caller.name} in the ${place}`;
    if (told !== expected) wrong.push(`${who}: ${told} instead of ${expected} ${reply.text.slice(0, 300)}`);
    if (told === 401 && reply.headers.get('www-authenticate') !== 'Bearer') wrong.push(`${who}: how?`);
    const isTold = /json/.test(reply.headers.get('content-type') ?? '') && reply.text !== '';
    const isForWant = call.needs !== 'signed-in' && !mayEnter(call, caller);
    if (told === 403 && isTold && isForWant && !reply.text.includes(call.needs))
      wrong.push(`${who}: for want of what?`);
    return who;
  };

  await someAtOnce(
    trials.filter((trial) => !mayChange(trial)),
    attempt,
  );
  for (const { table, tenantId } of await state.putBack())
    wrong.push(`What may change nothing has changed ${table} of ${tenantId}.`);

  for (const trial of trials.filter(mayChange)) {
    const who = await attempt(trial);
    const { call, caller } = trial;
    const isElsewhere = caller.name === 'elsewhere' && call.needs !== 'anonymous';
    const tenant = (isElsewhere ? elsewhere : here).organisation.tenantId;
    for (const { table, tenantId } of await state.putBack()) {
      const isItsOwn = call.changes === undefined ? tenantId === tenant : call.changes.includes(table);
      if (!isItsOwn) wrong.push(`${who}: has changed ${table} of ${tenantId}`);
    }
    services.actors.forget();
  }
  return { tried: trials.length, wrong };
};

const READS = ['GET', 'HEAD', 'OPTIONS'];

/** What is refused changes nothing, nor does what only asks. */
const mayChange = ({ call, things, expected }: Trial): boolean => {
  if (call.isAlone || call.changes) return true;
  if (expected === 'refused' || (typeof expected === 'number' && expected >= 400)) return false;
  return !READS.includes(call.request(things).method);
};
