import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganisation } from '#service/testing/organisation.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { get, type Request, type Things } from './call.ts';
import { type Caller, callersByPermission, callersByRole } from './callers.ts';
import { describedOperations } from './described-operations.ts';
import { everyCall } from './every-call.ts';
import { mayEnter } from './expected-answer.ts';
import { furnish, furnishCanals } from './furnish.ts';
import { type Key, keysOf, requestsOf } from './ids.ts';
import { send } from './send.ts';
import { someAtOnce } from './some-at-once.ts';

const { operations } = describedOperations();
const takes = (operation: string, parameter: string): boolean => {
  const said = operations.find(({ id }) => id === operation)?.said as
    | { parameters?: { in: string; name: string }[] }
    | undefined;
  return said?.parameters?.some((one) => one.in === 'query' && one.name === parameter) ?? false;
};

const withParameter = (request: Request, name: string, value: string): Request => {
  const sign = request.path.includes('?') ? '&' : '?';
  return { ...request, path: `${request.path}${sign}${name}=${encodeURIComponent(value)}` };
};

/** What may be misspelt. */
const NAMES: readonly Key[] = ['team', 'workbook', 'assignedTask', 'activeTask', 'canceledTask'];

/** Everything that somebody can ask for of their own; searches for a word; and names that are nearly made of it. */
const questionsOf = (caller: Caller, things: Things, word: string): Request[] =>
  everyCall
    .filter((call) => call.needs !== 'anonymous' && !call.isAlone && mayEnter(call, caller))
    .flatMap((call) => {
      const own = call.request(things);
      if (own.method === 'GET') {
        const searches = takes(call.operation, 'text') ? [withParameter(own, 'text', word)] : [];
        return [...requestsOf(call).map((request) => request(things)), ...searches];
      }
      return requestsOf(call).flatMap((request) =>
        keysOf(request)
          .filter((key) => NAMES.includes(key))
          .map((key) => request({ ...things, [key]: things[key].replace(things.team, `${word}z`) })),
      );
    });

const tellNothingOf = async (
  { url }: TestService,
  asked: { caller: Caller; requests: Request[] },
  names: readonly string[],
) => {
  const told = await someAtOnce(asked.requests, async (request) => {
    const { status, text } = await send(url, asked.caller.token, request);
    assert.ok(status < 500, `${request.path}: ${text}`);
    const name = names.find((one) => text.includes(one));
    return (
      name &&
      `${request.method} ${request.path} by ${asked.caller.name} tells of ${name}: ${text.slice(0, 400)}`
    );
  });
  assert.deepEqual(
    told.filter((one) => one !== undefined),
    [],
  );
};

/** Those that stand in no text by chance. */
const idsOf = (things: Things) => Object.values(things).filter((value) => /^[0-9a-f-]{32,36}$/.test(value));

/** Where the lists of somebody else go on. */
const cursorsOf = async ({ url }: TestService, caller: Caller, things: Things) => {
  const lists = everyCall.filter(({ operation }) => takes(operation, 'after'));
  return someAtOnce(lists, async ({ request, operation }) => {
    const first = await send(url, caller.token, withParameter(request(things), 'limit', '1'));
    return { operation, request, next: (JSON.parse(first.text).next ?? '') as string };
  });
};

test('no list, search, page or hint of one organisation tells of another', async (t) => {
  const service = await startService(t);
  const here = { service, organisation: service.organisation, mark: 'here' };
  const { bridges } = await furnish(here);
  const organisation = await createOrganisation(service.database.db, 'elsewhere');
  const elsewhere = { service, organisation, mark: 'elsewhere' };
  const canals = await furnishCanals(elsewhere);
  const [admin] = await callersByRole(here);
  const [stranger] = await callersByRole(elsewhere);
  const cursors = (await cursorsOf(service, stranger!, canals)).filter(({ next }) => next !== '');
  assert.ok(cursors.length > 8, String(cursors.length));
  const pages = cursors.map(({ request, next }) => withParameter(request(bridges), 'after', next));
  const filter = get(`/api/services/custom/externaltask/getall?$filter=TeamName%20eq%20'Canals'`);
  const requests = [...questionsOf(admin!, bridges, 'Canal'), ...pages, filter];
  await tellNothingOf(service, { caller: admin!, requests }, ['elsewhere', 'Canals', ...idsOf(canals)]);
});

test('no list, search or hint of the members of a team tells of another team', async (t) => {
  const service = await startService(t);
  const here = { service, organisation: service.organisation, mark: 'here' };
  const { bridges, locks } = await furnish(here);
  const holders = [...(await callersByPermission(here)).values()].flat();
  const members = [...(await callersByRole(here)), ...holders].filter(({ role }) => role?.reach === 'teams');
  const theirs = idsOf(locks).filter((id) => !idsOf(bridges).includes(id));
  for (const caller of members) {
    const requests = questionsOf(caller, bridges, 'Lock');
    await tellNothingOf(service, { caller, requests }, ['Locks', ...theirs]);
  }
});
