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
 * The callers who make anonymous calls: one without a token, one with a wrong token, and an administrator.
 */
const ANONYMOUS_CALLER_COUNT = 3;

export type MatrixCase = {
  call: Call;
  caller: Caller;
  recordScope: RecordScope;
  records: RecordNames;
  expected: ExpectedResponse;
};
type OnReply = (matrixCase: MatrixCase, reply: Reply) => void;

/**
 * Makes each call as each caller, on records of the caller's own team and of another team. Calls without side effects
 * run first, in parallel. All others run one at a time, each from the initial state.
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
  const callersByRole: Caller[] = [
    ANONYMOUS,
    { name: 'wrong token', role: undefined, token: `ronda_${organisation.tenantId}_${'x'.repeat(43)}` },
    ...(await createCallersByRole(setup)),
    { name: 'elsewhere', role: undefined, token: await createToken(otherTenant, 'admin') },
  ];
  const callersByPermission = await createCallersByPermission(setup);
  const matrixCases = allCalls.flatMap((call) => {
    const callersWithPermission = [call.access, call.alternativePermission].flatMap(
      (permission) => callersByPermission.get(permission ?? '') ?? [],
    );
    const scopes =
      call.otherTeam === undefined ? (['own team'] as const) : (['own team', 'other team'] as const);
    const callers =
      call.access === 'anonymous'
        ? callersByRole.slice(0, ANONYMOUS_CALLER_COUNT)
        : [...callersByRole, ...callersWithPermission];
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
  const makeCall = async (matrixCase: MatrixCase) => {
    const { call, caller, recordScope, records, expected } = matrixCase;
    const request = call.request(records);
    const reply = await send(url, caller.token, request);
    onReply(matrixCase, reply);
    const actual = summarizeReply(request, reply);
    const description = `${call.operation} by ${caller.name} in the ${recordScope}`;
    if (actual !== expected)
      failures.push(`${description}: ${actual} instead of ${expected} ${reply.text.slice(0, 300)}`);
    if (actual === 401 && reply.headers.get('www-authenticate') !== 'Bearer')
      failures.push(`${description}: no WWW-Authenticate header`);
    const hasBody = /json/.test(reply.headers.get('content-type') ?? '') && reply.text !== '';
    const lacksPermission = call.access !== 'signed-in' && !isAllowed(call, caller);
    if (actual === 403 && hasBody && lacksPermission && !reply.text.includes(call.access))
      failures.push(`${description}: does not name the missing permission`);
    return description;
  };

  await runInParallel(
    matrixCases.filter((matrixCase) => !canChangeData(matrixCase)),
    makeCall,
  );
  for (const { table, tenantId } of await state.restore())
    failures.push(`Calls that must not change anything have changed ${table} of tenant ${tenantId}.`);

  for (const matrixCase of matrixCases.filter(canChangeData)) {
    const description = await makeCall(matrixCase);
    const { call, caller } = matrixCase;
    const isOtherTenant = caller.name === 'elsewhere' && call.access !== 'anonymous';
    const tenant = (isOtherTenant ? otherTenant : setup).organisation.tenantId;
    for (const { table, tenantId } of await state.restore()) {
      const isExpected =
        call.changedTables === undefined ? tenantId === tenant : call.changedTables.includes(table);
      if (!isExpected) failures.push(`${description}: has changed ${table} of ${tenantId}`);
    }
    services.actors.clear();
  }
  return { count: matrixCases.length, failures };
};

const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Rejected calls and read requests do not change anything. */
const canChangeData = ({ call, records, expected }: MatrixCase): boolean => {
  if (call.mustRunAlone || call.changedTables) return true;
  if (expected === 'rejected' || (typeof expected === 'number' && expected >= 400)) return false;
  return !READ_METHODS.includes(call.request(records).method);
};
