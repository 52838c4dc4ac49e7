import type { TenantFacts } from './large-tenants.ts';
import type { Lookup, LookupRow } from './lookup.ts';
import { formatInstant, pick } from './lookup-values.ts';
import { STREETS } from './words.ts';

/* The portal's lists of inspections and of audit events, and the screens that show many tasks at once. */

const formatDay = (daysFromNow: number) => formatInstant(daysFromNow).slice(0, 10);

const createLookup = (
  name: string,
  createPath: (facts: TenantFacts, index: number) => string,
  token: Lookup['token'] = 'admin',
): Lookup => ({
  name,
  token,
  createRequest: (facts, index) => ({ path: `/api/v1/${createPath(facts, index)}` }),
});

export const inspectionRow: LookupRow = {
  work: 'list inspections',
  lookups: [
    createLookup('all', () => 'inspections?limit=100'),
    createLookup(
      'state',
      (_, index) => `inspections?limit=100&state=${pick(['Active', 'Closed', 'Canceled'], index)}`,
    ),
    createLookup('team', ({ teamIds }, index) => `inspections?limit=100&teamId=${pick(teamIds, index)}`),
    createLookup('user', ({ userIds }, index) => `inspections?limit=100&userId=${pick(userIds, index)}`),
    createLookup('item', ({ itemIds }, index) => `inspections?limit=100&itemId=${pick(itemIds, index * 31)}`),
    createLookup(
      'workbook',
      ({ workbookIds }, index) => `inspections?limit=100&workbookId=${pick(workbookIds, index)}`,
    ),
    createLookup(
      'externalId',
      ({ taskCount }, index) => `inspections?limit=100&externalId=NL.INSP.${taskCount / 2 + 3 * index}`,
    ),
    createLookup(
      'text',
      (_, index) => `inspections?limit=100&text=${encodeURIComponent(pick(STREETS, index))}`,
    ),
    createLookup('text without match', (_, index) => `inspections?limit=100&text=unmatched${index}`),
    createLookup('failed', () => 'inspections?limit=100&failed=true'),
    createLookup(
      'approved',
      (_, index) => `inspections?limit=100&approved=${pick(['true', 'false'], index)}`,
    ),
    createLookup(
      'started',
      (_, index) =>
        `inspections?limit=100&startedFrom=${formatInstant(-30 - index)}&startedTo=${formatInstant(-23 - index)}`,
    ),
    createLookup(
      'completed',
      (_, index) =>
        `inspections?limit=100&completedFrom=${formatInstant(-30 - index)}&completedTo=${formatInstant(-23 - index)}`,
    ),
    createLookup('changed', (_, index) => `inspections?limit=100&changedAfter=${formatInstant(-1 - index)}`),
    createLookup(
      'team and failed',
      ({ teamIds }, index) => `inspections?limit=100&teamId=${pick(teamIds, index)}&failed=true`,
    ),
    createLookup(
      'team and text',
      ({ teamIds }, index) =>
        `inspections?limit=100&teamId=${pick(teamIds, index)}&text=${encodeURIComponent(pick(STREETS, index))}`,
    ),
  ],
};

const AUDIT_FILTERS: Readonly<Record<string, (facts: TenantFacts, index: number) => string>> = {
  kind: (_, index) => `kind=${pick(['sign-in.succeeded', 'task.created', 'server.restored'], index)}`,
  area: (_, index) => `kind=${pick(['sign-in', 'task', 'server'], index)}`,
  actor: (_, index) => `actor=inspector${1 + ((index * 31) % 500)}`,
  'absent actor': (_, index) => `actor=nobody${index}`,
  target: ({ teamIds }, index) => `targetType=team&targetId=${pick(teamIds, index)}`,
  address: (_, index) => `ipAddress=10.0.${index % 8}.${(index * 31) % 250}`,
  'absent address': (_, index) => `ipAddress=192.168.1.${index % 250}`,
  time: (_, index) => `from=${formatInstant(-60 - index)}&to=${formatInstant(-59 - index)}`,
};
const auditFilterNames = Object.keys(AUDIT_FILTERS);
const auditPairs = auditFilterNames
  .flatMap((first, place) => auditFilterNames.slice(place + 1).map((second) => [first, second] as const))
  .filter(([first, second]) => !`${first} ${second}`.match(/kind area|(\w+) absent \1/));

export const auditRow: LookupRow = {
  work: 'list audit events',
  lookups: [
    createLookup('all', () => 'audit-events?limit=100'),
    ...[...auditFilterNames.map((name) => [name]), ...auditPairs].map((names) =>
      createLookup(
        names.join(' + '),
        (facts, index) =>
          `audit-events?limit=100&${names.map((name) => AUDIT_FILTERS[name]!(facts, index)).join('&')}`,
      ),
    ),
  ],
};

export const overviewRow: LookupRow = {
  work: 'overview',
  lookups: [
    createLookup('all teams', () => 'overview'),
    createLookup('26 weeks', () => 'overview?weeks=26'),
    createLookup('a team', ({ teamIds }, index) => `overview?teamId=${pick(teamIds, index)}`),
  ],
};

export const boardRow: LookupRow = {
  work: 'board',
  lookups: [
    createLookup('a week of all teams', () => `board?from=${formatDay(0)}&to=${formatDay(6)}`),
    createLookup(
      'a week of a team',
      ({ teamIds }, index) => `board?from=${formatDay(0)}&to=${formatDay(6)}&teamId=${pick(teamIds, index)}`,
    ),
    createLookup(
      'six weeks of a team',
      ({ teamIds }, index) => `board?from=${formatDay(0)}&to=${formatDay(41)}&teamId=${pick(teamIds, index)}`,
    ),
  ],
};

const createSuggestionLookup = (name: string, count: number, spread: boolean): Lookup => ({
  name,
  token: 'admin',
  createRequest: ({ taskIds }, index) => ({
    path: '/api/v1/suggestions',
    body: {
      taskIds: Array.from(
        { length: count },
        (_, place) => taskIds[(index * count + place) % taskIds.length]!,
      ),
      from: formatDay(1),
      to: formatDay(5),
      spread,
    },
  }),
});

export const suggestionRow: LookupRow = {
  work: 'suggestions',
  lookups: [createSuggestionLookup('a task', 1, false), createSuggestionLookup('50 tasks', 50, true)],
};

export const workRow: LookupRow = {
  work: "an inspector's work list",
  lookups: [
    createLookup('first page', () => 'work', 'inspector'),
    createLookup('100 tasks', () => 'work?limit=100', 'inspector'),
  ],
};
