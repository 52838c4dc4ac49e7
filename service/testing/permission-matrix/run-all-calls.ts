import { createOrganisation } from '#service/testing/organisation.ts';
import type { TestService } from '#service/testing/start-service.ts';
import { allCalls } from './all-calls.ts';
import type { Call, ExpectedResponse, RecordNames } from './call.ts';
import { ANONYMOUS, type Caller, createCallersByPermission, createCallersByRole } from './callers.ts';
import { trackChanges } from './database-state.ts';
import { findExpectedResponse, isAllowed, type RecordScope } from './find-expected-response.ts';
import { runInParallel } from './run-in-parallel.ts';
import { type Reply, send, summarizeReply } from './send.ts';
import { createToken, setUpRecords } from './set-up-records.ts';

/**
 * The number of callers who make anonymous calls: one without a token, one with a wrong token, and an administrator.
 */
const ANONYMOUS_CALL_CALLERS = 3;

export type MatrixCase = {
  call: Call;
  caller: Caller;
  recordScope: RecordScope;
  records: RecordNames;
  expected: ExpectedResponse;
};
type OnReply = (trial: MatrixCase, reply: Reply) => void;

/**
 * Makes each call as each caller, on records of the caller's own team and of another team. Calls without side effects
 * run first, in parallel. All others run one after the other, each starting from the initial state.
 */
export const runAllCalls = async (
  service: TestService,
  onReply: OnReply,
): Promise<{ count: number; failures: string[] }> => {
  const { url, services, database, organisation } = service;
  const setup = { service, organisation, marker: 'here' };
  const otherTenant = {
    service,
    organisation: await createOrganisation(database.db, 'elsewhere'),
    marker: 'elsewhere',
  };
  const records = await setUpRecords(setup);
  await setUpRecords(otherTenant);
  const byRole: Caller[] = [
    ANONYMOUS,
    { name: 'wrong token', role: undefined, token: `ronda_${organisation.tenantId}_${'x'.repeat(43)}` },
    ...(await createCallersByRole(setup)),
    { name: 'elsewhere', role: undefined, token: await createToken(otherTenant, 'admin') },
  ];
  const byPermission = await createCallersByPermission(setup);
  const trials = allCalls.flatMap((call) => {
    const callersWithPermission = [call.needs, call.orNeeds].flatMap(
      (permission) => byPermission.get(permission ?? '') ?? [],
    );
    const scopes =
      call.outside === undefined ? (['own team'] as const) : (['own team', 'other team'] as const);
    const callers =
      call.needs === 'anonymous'
        ? byRole.slice(0, ANONYMOUS_CALL_CALLERS)
        : [...byRole, ...callersWithPermission];
    return callers.flatMap((caller) =>
      scopes.map(
        (recordScope): MatrixCase => ({
          call,
          caller,
          recordScope,
          records: recordScope === 'own team' ? records.bridges : records.locks,
          expected: findExpectedResponse(call, caller, recordScope),
        }),
      ),
    );
  });

  const failures: string[] = [];
  const state = await trackChanges(database.db);
  const attempt = async (trial: MatrixCase) => {
    const { call, caller, recordScope, records, expected } = trial;
    const request = call.request(records);
    const reply = await send(url, caller.token, request);
    onReply(trial, reply);
    const actual = summarizeReply(request, reply);
    const description = `${call.operation} by ${caller.name} in the ${recordScope}`;
    if (actual !== expected)
      failures.push(`${description}: ${actual} instead of ${expected} ${reply.text.slice(0, 300)}`);
    if (actual === 401 && reply.headers.get('www-authenticate') !== 'Bearer')
      failures.push(`${description}: no WWW-Authenticate header`);
    const hasBody = /json/.test(reply.headers.get('content-type') ?? '') && reply.text !== '';
    const lacksPermission = call.needs !== 'signed-in' && !isAllowed(call, caller);
    if (actual === 403 && hasBody && lacksPermission && !reply.text.includes(call.needs))
      failures.push(`${description}: does not name the missing permission`);
    return description;
  };

  await runInParallel(
    trials.filter((trial) => !canChange(trial)),
    attempt,
  );
  for (const { table, tenantId } of await state.restore())
    failures.push(`Calls that must not change anything have changed ${table} of tenant ${tenantId}.`);

  for (const trial of trials.filter(canChange)) {
    const description = await attempt(trial);
    const { call, caller } = trial;
    const isOtherTenant = caller.name === 'elsewhere' && call.needs !== 'anonymous';
    const tenant = (isOtherTenant ? otherTenant : setup).organisation.tenantId;
    for (const { table, tenantId } of await state.restore()) {
      const isExpected = call.changes === undefined ? tenantId === tenant : call.changes.includes(table);
      if (!isExpected) failures.push(`${description}: has changed ${table} of ${tenantId}`);
    }
    services.actors.clear();
  }
  return { count: trials.length, failures };
};

const READS = ['GET', 'HEAD', 'OPTIONS'];

/** Rejected calls and read requests do not change anything. */
const canChange = ({ call, records, expected }: MatrixCase): boolean => {
  if (call.runsAlone || call.changes) return true;
  if (expected === 'rejected' || (typeof expected === 'number' && expected >= 400)) return false;
  return !READS.includes(call.request(records).method);
};
