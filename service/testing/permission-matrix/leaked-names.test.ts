import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganisation } from '#service/testing/organisation.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { allCalls } from './all-calls.ts';
import { get, type RecordNames, type Request } from './call.ts';
import { type Caller, createCallersByPermission, createCallersByRole } from './callers.ts';
import { isAllowed } from './find-expected-response.ts';
import { listKeys, listRequests, type RecordKey } from './ids.ts';
import { readOpenApiOperations } from './openapi-operations.ts';
import { runInParallel } from './run-in-parallel.ts';
import { send } from './send.ts';
import { setUpCanals, setUpRecords } from './set-up-records.ts';

const { operations } = readOpenApiOperations();
const hasQueryParameter = (operation: string, parameter: string): boolean => {
  const description = operations.find(({ id }) => id === operation)?.description as
    | { parameters?: { in: string; name: string }[] }
    | undefined;
  return (
    description?.parameters?.some(({ in: location, name }) => location === 'query' && name === parameter) ??
    false
  );
};

const addParameter = (request: Request, name: string, value: string): Request => {
  const separator = request.path.includes('?') ? '&' : '?';
  return { ...request, path: `${request.path}${separator}${name}=${encodeURIComponent(value)}` };
};

/** Names that can be misspelled in a request. */
const NAMES: readonly RecordKey[] = ['team', 'workbook', 'assignedTask', 'activeTask', 'canceledTask'];

/**
 * Returns all requests that a caller can make for their own records, plus searches for a word and for similar names.
 */
const listRequestsOfCaller = (caller: Caller, records: RecordNames, word: string): Request[] =>
  allCalls
    .filter((call) => call.access !== 'anonymous' && !call.mustRunAlone && isAllowed(call, caller))
    .flatMap((call) => {
      const ownRequest = call.request(records);
      if (ownRequest.method === 'GET') {
        const searches = hasQueryParameter(call.operation, 'text')
          ? [addParameter(ownRequest, 'text', word)]
          : [];
        return [...listRequests(call).map((request) => request(records)), ...searches];
      }
      return listRequests(call).flatMap((request) =>
        listKeys(request)
          .filter((key) => NAMES.includes(key))
          .map((key) => request({ ...records, [key]: records[key].replace(records.team, `${word}z`) })),
      );
    });

const assertNoLeak = async (
  { url }: TestService,
  attempt: { caller: Caller; requests: Request[] },
  names: readonly string[],
) => {
  const leaks = await runInParallel(attempt.requests, async (request) => {
    const { status, text } = await send(url, attempt.caller.token, request);
    assert.ok(status < 500, `${request.path}: ${text}`);
    const name = names.find((name) => text.includes(name));
    return (
      name &&
      `${request.method} ${request.path} by ${attempt.caller.name} reveals ${name}: ${text.slice(0, 400)}`
    );
  });
  assert.deepEqual(
    leaks.filter((leak) => leak !== undefined),
    [],
  );
};

/** Returns IDs that cannot occur in a response by chance. */
const listUniqueIds = (records: RecordNames) =>
  Object.values(records).filter((value) => /^[0-9a-f-]{32,36}$/.test(value));

/** Reads list cursors as another caller. */
const readCursors = async ({ url }: TestService, caller: Caller, records: RecordNames) => {
  const lists = allCalls.filter(({ operation }) => hasQueryParameter(operation, 'after'));
  return runInParallel(lists, async ({ request, operation }) => {
    const firstPage = await send(url, caller.token, addParameter(request(records), 'limit', '1'));
    return { operation, request, next: (JSON.parse(firstPage.text).next ?? '') as string };
  });
};

test('lists, searches, pages and suggestions do not reveal names from other organisations', async (t) => {
  const service = await startService(t);
  const setup = { service, organisation: service.organisation, marker: 'here' };
  const { bridges } = await setUpRecords(setup);
  const organisation = await createOrganisation(service.database.db, 'elsewhere');
  const otherTenant = { service, organisation, marker: 'elsewhere' };
  const canals = await setUpCanals(otherTenant);
  const [admin] = await createCallersByRole(setup);
  const [otherAdmin] = await createCallersByRole(otherTenant);
  const cursors = (await readCursors(service, otherAdmin!, canals)).filter(({ next }) => next !== '');
  assert.ok(cursors.length > 8, String(cursors.length));
  const pages = cursors.map(({ request, next }) => addParameter(request(bridges), 'after', next));
  const filter = get(`/api/services/custom/externaltask/getall?$filter=TeamName%20eq%20'Canals'`);
  const requests = [...listRequestsOfCaller(admin!, bridges, 'Canal'), ...pages, filter];
  await assertNoLeak(service, { caller: admin!, requests }, [
    'elsewhere',
    'Canals',
    ...listUniqueIds(canals),
  ]);
});

test('lists, searches and suggestions do not reveal names from other teams', async (t) => {
  const service = await startService(t);
  const setup = { service, organisation: service.organisation, marker: 'here' };
  const { bridges, locks } = await setUpRecords(setup);
  const callersWithPermission = [...(await createCallersByPermission(setup)).values()].flat();
  const members = [...(await createCallersByRole(setup)), ...callersWithPermission].filter(
    ({ role }) => role?.scope === 'teams',
  );
  const foreignIds = listUniqueIds(locks).filter((id) => !listUniqueIds(bridges).includes(id));
  for (const caller of members) {
    const requests = listRequestsOfCaller(caller, bridges, 'Lock');
    await assertNoLeak(service, { caller, requests }, ['Locks', ...foreignIds]);
  }
});
