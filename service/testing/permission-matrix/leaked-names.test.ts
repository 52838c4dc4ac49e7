import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganisation } from '#service/testing/organisation.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { allCalls } from './all-calls.ts';
import { get, type RecordNames, type Request } from './call.ts';
import { type Caller, callersByPermission, callersByRole } from './callers.ts';
import { isAllowed } from './expected-response.ts';
import { type Key, keysOf, requestsOf } from './ids.ts';
import { inParallel } from './in-parallel.ts';
import { readOpenApiOperations } from './openapi-operations.ts';
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

const withParameter = (request: Request, name: string, value: string): Request => {
  const sign = request.path.includes('?') ? '&' : '?';
  return { ...request, path: `${request.path}${sign}${name}=${encodeURIComponent(value)}` };
};

/** Names that may be misspelled. */
const NAMES: readonly Key[] = ['team', 'workbook', 'assignedTask', 'activeTask', 'canceledTask'];

/**
 * Returns all requests that a caller can make for their own records, and searches for a word and for similar names.
 */
const requestsBy = (caller: Caller, records: RecordNames, word: string): Request[] =>
  allCalls
    .filter((call) => call.needs !== 'anonymous' && !call.runsAlone && isAllowed(call, caller))
    .flatMap((call) => {
      const own = call.request(records);
      if (own.method === 'GET') {
        const searches = hasQueryParameter(call.operation, 'text') ? [withParameter(own, 'text', word)] : [];
        return [...requestsOf(call).map((request) => request(records)), ...searches];
      }
      return requestsOf(call).flatMap((request) =>
        keysOf(request)
          .filter((key) => NAMES.includes(key))
          .map((key) => request({ ...records, [key]: records[key].replace(records.team, `${word}z`) })),
      );
    });

const assertNoLeak = async (
  { url }: TestService,
  attempt: { caller: Caller; requests: Request[] },
  names: readonly string[],
) => {
  const leaks = await inParallel(attempt.requests, async (request) => {
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

/** Returns the IDs that cannot appear in a response by chance. */
const idsOf = (records: RecordNames) =>
  Object.values(records).filter((value) => /^[0-9a-f-]{32,36}$/.test(value));

/** Reads cursors of lists as another caller. */
const cursorsOf = async ({ url }: TestService, caller: Caller, records: RecordNames) => {
  const lists = allCalls.filter(({ operation }) => hasQueryParameter(operation, 'after'));
  return inParallel(lists, async ({ request, operation }) => {
    const first = await send(url, caller.token, withParameter(request(records), 'limit', '1'));
    return { operation, request, next: (JSON.parse(first.text).next ?? '') as string };
  });
};

test('lists, searches, pages and suggestions do not reveal names of other organisations', async (t) => {
  const service = await startService(t);
  const setup = { service, organisation: service.organisation, mark: 'here' };
  const { bridges } = await setUpRecords(setup);
  const organisation = await createOrganisation(service.database.db, 'elsewhere');
  const otherTenant = { service, organisation, mark: 'elsewhere' };
  const canals = await setUpCanals(otherTenant);
  const [admin] = await callersByRole(setup);
  const [otherAdmin] = await callersByRole(otherTenant);
  const cursors = (await cursorsOf(service, otherAdmin!, canals)).filter(({ next }) => next !== '');
  assert.ok(cursors.length > 8, String(cursors.length));
  const pages = cursors.map(({ request, next }) => withParameter(request(bridges), 'after', next));
  const filter = get(`/api/services/custom/externaltask/getall?$filter=TeamName%20eq%20'Canals'`);
  const requests = [...requestsBy(admin!, bridges, 'Canal'), ...pages, filter];
  await assertNoLeak(service, { caller: admin!, requests }, ['elsewhere', 'Canals', ...idsOf(canals)]);
});

test('lists, searches and suggestions do not reveal names of other teams', async (t) => {
  const service = await startService(t);
  const setup = { service, organisation: service.organisation, mark: 'here' };
  const { bridges, locks } = await setUpRecords(setup);
  const callersWithPermission = [...(await callersByPermission(setup)).values()].flat();
  const members = [...(await callersByRole(setup)), ...callersWithPermission].filter(
    ({ role }) => role?.scope === 'teams',
  );
  const foreignIds = idsOf(locks).filter((id) => !idsOf(bridges).includes(id));
  for (const caller of members) {
    const requests = requestsBy(caller, bridges, 'Lock');
    await assertNoLeak(service, { caller, requests }, ['Locks', ...foreignIds]);
  }
});
