import { LATE_CAUSES } from '#contract/late-cause.ts';
import { TASK_SORTS } from '#contract/task-list.ts';
import type { TenantFacts } from './large-tenants.ts';
import type { Lookup, LookupRow } from './lookup.ts';
import { formatInstant, pick } from './lookup-values.ts';
import { DISTRICTS, OBJECTS, STREETS } from './words.ts';

/* The portal's task list: text searches, each filter, each sort order, and each pair of filters. */

/** The page size of the portal, which requests the count with each first page. */
const PAGE = 'limit=100&count=true';

type CreateValue = (facts: TenantFacts, index: number) => string;

const filters: Readonly<Record<string, CreateValue>> = {
  state: (_, index) => pick(['New,Assigned,Active', 'Closed', 'New', 'Canceled'], index),
  teamId: ({ teamIds }, index) => pick(teamIds, index),
  assigneeId: ({ userIds }, index) => String(pick(userIds, index)),
  workbookId: ({ workbookIds }, index) => pick(workbookIds, index),
  itemId: ({ itemIds }, index) => pick(itemIds, index * 31),
  text: (_, index) => pick(STREETS, index),
  dueFrom: (_, index) => formatInstant(-index),
  dueTo: (_, index) => formatInstant(7 + index),
  startFrom: (_, index) => formatInstant(-index),
  startTo: (_, index) => formatInstant(7 + index),
  plannedFrom: (_, index) => formatInstant(-index),
  plannedTo: (_, index) => formatInstant(7 + index),
  isPlanned: (_, index) => pick(['true', 'false'], index),
  isLate: (_, index) => pick(['true', 'false'], index),
  lateCause: (_, index) => pick(LATE_CAUSES, index),
  property: (_, index) => `District:${pick(DISTRICTS, index)}`,
  priority: (_, index) => pick(['urgent', 'high', 'low,normal'], index),
  /** A district of 7 by 6 km. */
  bounds: (_, index) => {
    const city = 1 + (index % 9);
    const [west, south] = [3.95 + city * 0.4, 50.87 + city * 0.3];
    return [west, south, west + 0.1, south + 0.05].map((degrees) => degrees.toFixed(3)).join(',');
  },
};
const filterNames = Object.keys(filters);

const createLookup = (
  name: string,
  parameters: Readonly<Record<string, CreateValue>>,
  sort?: string,
  path = `/api/v1/tasks?${PAGE}`,
): Lookup => ({
  name,
  token: 'admin',
  createRequest: (facts, index) => {
    const query = Object.entries(parameters).map(
      ([parameter, createValue]) => `&${parameter}=${encodeURIComponent(createValue(facts, index))}`,
    );
    return { path: path + query.join('') + (sort ? `&sort=${sort}` : '') };
  },
});

const createRow = (work: string, parameters: Readonly<Record<string, CreateValue>>): LookupRow => ({
  work,
  lookups: [createLookup(work, parameters)],
});

const sortOrders = TASK_SORTS.flatMap((sort) => [sort, `-${sort}`]);

const textRows = [
  createRow('search text: an external ID', {
    text: ({ taskCount }, index) => `NL.INSP.${taskCount - 3 * index - 2}`,
  }),
  createRow('search text: a street', { text: filters.text! }),
  createRow('search text: a common word', { text: (_, index) => pick(OBJECTS, index) }),
  createRow('search text: two words', {
    text: (_, index) => `${pick(OBJECTS, index)} ${pick(STREETS, index)}`,
  }),
  createRow('search text: an item', { text: (_, index) => `LA-${String(index * 97).padStart(6, '0')}` }),
  createRow('search text: two letters', { text: (_, index) => pick(['br', 'ke', 'wo', 'nl'], index) }),
  createRow('search text: no match', { text: (_, index) => `unmatched${index}` }),
];

const propertyRows = [
  createRow('property with a common value', { property: () => 'district:Centrum' }),
  createRow('property with a rare value', {
    property: ({ taskCount }, index) => `ordernumber:ORD-${taskCount - 5 * index}`,
  }),
  createRow('property with an absent value', { property: (_, index) => `OrderNumber:none-${index}` }),
  createRow('property with an absent name', { property: (_, index) => `Unknown${index}:1` }),
];

const createSortRow = (work: string, parameters: Readonly<Record<string, CreateValue>>): LookupRow => ({
  work,
  lookups: sortOrders.map((sort) => createLookup(sort, parameters, sort)),
});

const pairRows = filterNames.slice(0, -1).map((first, index) => ({
  work: `filter: ${first} and another`,
  lookups: filterNames
    .slice(index + 1)
    .map((second) =>
      createLookup(`${first} + ${second}`, { [first]: filters[first]!, [second]: filters[second]! }),
    ),
}));

const filterRows = [
  ...filterNames.map((name) => createRow(`filter: ${name}`, { [name]: filters[name]! })),
  createRow('filter: unassigned', { assigneeId: () => 'none' }),
];

const sortRows = TASK_SORTS.map((sort) => ({
  work: `sort: ${sort}`,
  lookups: [sort, `-${sort}`].map((order) => createLookup(order, {}, order)),
}));

/** A planner sees the tasks of three teams, which needs other plans. */
const createPlannerRow = (work: string, rows: readonly LookupRow[]): LookupRow => ({
  work: `planner: ${work}`,
  lookups: rows.flatMap(({ lookups }) => lookups.map((lookup) => ({ ...lookup, token: 'planner' as const }))),
});

export const portalRows: readonly LookupRow[] = [
  createRow('first page and count', {}),
  ...textRows,
  ...propertyRows,
  ...filterRows,
  ...sortRows,
  createPlannerRow('search text', textRows),
  createPlannerRow('property', propertyRows),
  createPlannerRow('filter', filterRows),
  createPlannerRow('sort', sortRows),
  createSortRow('open tasks, each sort order', { state: () => 'New,Assigned,Active' }),
  createSortRow('closed tasks, each sort order', { state: () => 'Closed' }),
  createSortRow('tasks of a team, each sort order', { teamId: filters.teamId! }),
  createSortRow('search text, each sort order', { text: filters.text! }),
  ...pairRows,
];

const createPointLookup = (name: string, parameters: Readonly<Record<string, CreateValue>>) =>
  createLookup(name, parameters, undefined, '/api/v1/task-points?');

export const mapRow: LookupRow = {
  work: 'points on the map',
  lookups: [
    createPointLookup('open tasks', { state: () => 'New,Assigned,Active' }),
    createPointLookup('open tasks in a district', {
      state: () => 'New,Assigned,Active',
      bounds: filters.bounds!,
    }),
    createPointLookup('tasks of a team in a district', { teamId: filters.teamId!, bounds: filters.bounds! }),
    createPointLookup('planned this week', {
      plannedFrom: () => formatInstant(-3),
      plannedTo: () => formatInstant(4),
    }),
  ],
};
