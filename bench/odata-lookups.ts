import { taskFields } from '#service/tasks/task-fields.ts';
import type { TenantFacts } from './large-tenants.ts';
import type { Lookup, LookupRow } from './lookup.ts';
import { formatInstant, pick } from './lookup-values.ts';
import { OBJECTS, STREETS } from './words.ts';

/* The lists of the external interface: text functions, each comparison, each sort order, pairs and counts. */

const PATH = '/api/services/custom/externaltask/getall?$top=20';

type CreateFilter = (facts: TenantFacts, index: number) => string;

const formatTime = (daysFromNow: number) => `datetime'${formatInstant(daysFromNow)}'`;

const createLookup = (name: string, createFilter?: CreateFilter, options = ''): Lookup => ({
  name,
  token: 'erp',
  createRequest: (facts, index) => ({
    path: PATH + options + (createFilter ? `&$filter=${encodeURIComponent(createFilter(facts, index))}` : ''),
  }),
});

const createRow = (work: string, createFilter: CreateFilter, options?: string): LookupRow => ({
  work: `OData ${work}`,
  lookups: [createLookup(work, createFilter, options)],
});

const textRows = [
  createRow('substringof: common in Title', (_, index) => `substringof('${pick(OBJECTS, index)}',Title)`),
  createRow('substringof: rare in Title', (_, index) => `substringof('${pick(STREETS, index)} 17',Title)`),
  createRow('substringof: absent in Title', (_, index) => `substringof('unmatched${index}',Title)`),
  createRow(
    'substringof in tolower(Title)',
    (_, index) => `substringof('${pick(STREETS, index).toLowerCase()}',tolower(Title))`,
  ),
  createRow('substringof in Description', () => `substringof('Schlüssel beim Hausmeister',Description)`),
  createRow(
    'substringof in ExternalId',
    ({ taskCount }, index) => `substringof('${taskCount - 3 * index}',ExternalId)`,
  ),
  createRow('startswith: common in Title', () => `startswith(Title,'Inspect')`),
  createRow('startswith: absent in Title', (_, index) => `startswith(Title,'unmatched${index}')`),
  createRow(
    'startswith in ExternalId',
    ({ taskCount }, index) => `startswith(ExternalId,'NL.INSP.${taskCount - 3 * index - 2}')`,
  ),
  createRow('endswith: rare in Title', (_, index) => `endswith(Title,'${pick(STREETS, index)} 17')`),
  createRow('endswith: absent in Title', (_, index) => `endswith(Title,'unmatched${index}')`),
  createRow(
    'endswith in ExternalId',
    ({ taskCount }, index) => `endswith(ExternalId,'.${taskCount - 3 * index - 2}')`,
  ),
];

const conditions: Readonly<Record<string, CreateFilter>> = {
  ExternalId: ({ taskCount }, index) => `ExternalId eq 'NL.INSP.${taskCount - 3 * index - 2}'`,
  Title: (_, index) => `Title eq 'Repair bench, ${pick(STREETS, index)} 17'`,
  TeamName: (_, index) => `TeamName eq 'Team ${1 + (index % 20)}'`,
  WorkbookName: (_, index) => `WorkbookName eq 'Workbook${1 + (index % 10)}'`,
  AssignedUserName: (_, index) => `AssignedUserName eq 'inspector${1 + ((index * 31) % 500)}'`,
  AssignedUserId: ({ userIds }, index) => `AssignedUserId eq ${pick(userIds, index)}L`,
  WorkAreaId: ({ teamIds }, index) => `WorkAreaId eq guid'${pick(teamIds, index)}'`,
  WorkbookTitle: (_, index) => `WorkbookTitle eq 'Workbook ${1 + (index % 10)}'`,
  WorkbookVersionCode: (_, index) => `WorkbookVersionCode eq ${1 + (index % 3)}`,
  State: (_, index) => `State eq '${pick(['Assigned', 'Closed', 'New', 'Active', 'Canceled'], index)}'`,
  StartDate: (_, index) => `StartDate ge ${formatTime(-index)}`,
  DueDate: (_, index) => `DueDate lt ${formatTime(-index)}`,
  ActualStart: (_, index) => `ActualStart ge ${formatTime(-1 - index)}`,
  ActualEnd: (_, index) => `ActualEnd ge ${formatTime(-1 - index)}`,
  SentDate: (_, index) => `SentDate ge ${formatTime(-1 - index)}`,
  CreationTime: (_, index) => `CreationTime ge ${formatTime(-1 - index)}`,
  LastModificationTime: (_, index) => `LastModificationTime ge ${formatTime(-1 - index)}`,
};
const conditionNames = Object.keys(conditions);

const pairRows = conditionNames.slice(0, -1).map((first, place) => ({
  work: `OData ${first} and another`,
  lookups: conditionNames
    .slice(place + 1)
    .map((second) =>
      createLookup(
        `${first} + ${second}`,
        (facts, index) => `${conditions[first]!(facts, index)} and ${conditions[second]!(facts, index)}`,
      ),
    ),
}));

const sortableFields = Object.entries(taskFields.fields)
  .filter(([, { type }]) => type !== 'List')
  .map(([name]) => name);

export const odataRows: readonly LookupRow[] = [
  { work: 'OData first page', lookups: [createLookup('first page')] },
  ...textRows,
  ...conditionNames.map((name) => createRow(`${name} alone`, conditions[name]!)),
  ...sortableFields.map((field) => ({
    work: `OData $orderby ${field}`,
    lookups: ['asc', 'desc'].map((direction) =>
      createLookup(`${field} ${direction}`, undefined, `&$orderby=${field}%20${direction}`),
    ),
  })),
  {
    work: 'OData State and $orderby',
    lookups: sortableFields.map((field) =>
      createLookup(`State $orderby ${field}`, conditions.State, `&$orderby=${field}`),
    ),
  },
  { work: 'OData $inlinecount', lookups: [createLookup('count all', undefined, '&$inlinecount=allpages')] },
  createRow('$inlinecount of closed tasks', () => `State eq 'Closed'`, '&$inlinecount=allpages'),
  createRow('$inlinecount of a team', conditions.TeamName!, '&$inlinecount=allpages'),
  createRow(
    '$inlinecount of substringof',
    (_, index) => `substringof('${pick(STREETS, index)}',Title)`,
    '&$inlinecount=allpages',
  ),
  ...pairRows,
];

/** The `$skip` of half of the tasks. */
export const skipRow: LookupRow = {
  work: 'skip half of 1,000,000 tasks',
  lookups: ['CreationTime', 'DueDate', 'Title'].map((field) => ({
    name: field,
    token: 'erp',
    createRequest: ({ taskCount }, index) => ({
      path: `${PATH}&$orderby=${field}&$skip=${taskCount / 2 - index}`,
    }),
  })),
};
