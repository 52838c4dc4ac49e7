import { createOrganisation } from '#service/testing/organisation.ts';
import type { TestService } from '#service/testing/start-service.ts';
import type { Call, ExpectedResponse, RecordNames } from './call.ts';
import { ANONYMOUS, type Caller, callersByPermission, callersByRole } from './callers.ts';
import { watchState } from './database-state.ts';
import { everyCall } from './every-call.ts';
import { expectedResponse, isAllowed, type Place } from './expected-response.ts';
import { inParallel } from './in-parallel.ts';
import { type Reply, responseOf, send } from './send.ts';
import { setUpRecords, tokenOf } from './set-up-records.ts';

/** For calls without sign-in, no token, a wrong token and an administrator are enough. */
const UNSIGNED_CALLERS = 3;

export type Trial = {
  call: Call;
  caller: Caller;
  place: Place;
  records: RecordNames;
  expected: ExpectedResponse;
};
type OnReply = (trial: Trial, reply: Reply) => void;

/**
 * Makes every call as every caller, on records of the caller's team and of another team. Calls that must not change
 * anything run first, in parallel; the others run one after the other, each on the initial state.
 */
export const tryEveryCall = async (
  service: TestService,
  onReply: OnReply,
): Promise<{ tried: number; wrong: string[] }> => {
  const { url, services, database, organisation } = service;
  const here = { service, organisation, mark: 'here' };
  const otherTenant = {
    service,
    organisation: await createOrganisation(database.db, 'elsewhere'),
    mark: 'elsewhere',
  };
  const records = await setUpRecords(here);
  await setUpRecords(otherTenant);
  const byRole: Caller[] = [
    ANONYMOUS,
    { name: 'wrong token', role: undefined, token: `ronda_${organisation.tenantId}_${'x'.repeat(43)}` },
    ...(await callersByRole(here)),
    { name: 'elsewhere', role: undefined, token: await tokenOf(otherTenant, 'admin') },
  ];
  const byPermission = await callersByPermission(here);
  const trials = everyCall.flatMap((call) => {
    const holders = [call.needs, call.or].flatMap((needed) => byPermission.get(needed ?? '') ?? []);
    const places =
      call.outside === undefined ? (['own team'] as const) : (['own team', 'other team'] as const);
    const callers = call.needs === 'anonymous' ? byRole.slice(0, UNSIGNED_CALLERS) : [...byRole, ...holders];
    return callers.flatMap((caller) =>
      places.map(
        (place): Trial => ({
          call,
          caller,
          place,
          records: place === 'own team' ? records.bridges : records.locks,
          expected: expectedResponse(call, caller, place),
        }),
      ),
    );
  });

  const wrong: string[] = [];
  const state = await watchState(database.db);
  const attempt = async (trial: Trial) => {
    const { call, caller, place, records, expected } = trial;
    const request = call.request(records);
    const reply = await send(url, caller.token, request);
    onReply(trial, reply);
    const answered = responseOf(request, reply);
    const description = `${call.operation} by ${caller.name} in the ${place}`;
    if (answered !== expected)
      wrong.push(`${description}: ${answered} instead of ${expected} ${reply.text.slice(0, 300)}`);
    if (answered === 401 && reply.headers.get('www-authenticate') !== 'Bearer')
      wrong.push(`${description}: no WWW-Authenticate header`);
    const hasBody = /json/.test(reply.headers.get('content-type') ?? '') && reply.text !== '';
    const lacksPermission = call.needs !== 'signed-in' && !isAllowed(call, caller);
    if (answered === 403 && hasBody && lacksPermission && !reply.text.includes(call.needs))
      wrong.push(`${description}: does not name the missing permission`);
    return description;
  };

  await inParallel(
    trials.filter((trial) => !canChange(trial)),
    attempt,
  );
  for (const { table, tenantId } of await state.restore())
    wrong.push(`Calls that must not change anything have changed ${table} of tenant ${tenantId}.`);

  for (const trial of trials.filter(canChange)) {
    const description = await attempt(trial);
    const { call, caller } = trial;
    const isElsewhere = caller.name === 'elsewhere' && call.needs !== 'anonymous';
    const tenant = (isElsewhere ? otherTenant : here).organisation.tenantId;
    for (const { table, tenantId } of await state.restore()) {
      const isItsOwn = call.changes === undefined ? tenantId === tenant : call.changes.includes(table);
      if (!isItsOwn) wrong.push(`${description}: has changed ${table} of ${tenantId}`);
    }
    services.actors.clear();
  }
  return { tried: trials.length, wrong };
};

const READS = ['GET', 'HEAD', 'OPTIONS'];

/** Rejected calls and read requests change nothing. */
const canChange = ({ call, records, expected }: Trial): boolean => {
  if (call.runsAlone || call.changes) return true;
  if (expected === 'rejected' || (typeof expected === 'number' && expected >= 400)) return false;
  return !READS.includes(call.request(records).method);
};
