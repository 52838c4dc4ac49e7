import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
// @ts-expect-error The package has no types.
import { Query } from 'azure-query-js';
import { DataType, EntityQuery, MetadataStore, NamingConvention, Predicate } from 'breeze-client';
import { ModelLibraryBackingStoreAdapter } from 'breeze-client/adapter-model-library-backing-store';
import { UriBuilderODataAdapter } from 'breeze-client/adapter-uri-builder-odata';
import { taskBody } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

// Tests common client libraries for OData 3, sending their queries unchanged.

const TASKS = '/api/services/custom/externaltask';
const WORKBOOKS = '/api/services/app/workbook';

const locks = { teamName: 'Locks', assignedUserName: 'bram' };
/** The tasks by external ID, in creation order, which is also the default list order. */
const OVERRIDES: Record<string, Record<string, string>> = {
  A: {
    title: 'Inspect the railing',
    description: 'North side',
    startDate: '2026-01-05T08:00:00Z',
    dueDate: '2026-01-31T17:00:00Z',
  },
  B: { title: "Inspect O'Brien's gate", ...locks, dueDate: '2026-02-15T12:34:56Z' },
  C: { title: 'Replace lamp & fuse', description: '100% broken + wet?', dueDate: '2026-03-01T00:00:00Z' },
  D: { title: 'Replace the railing' },
  E: { title: 'INSPECT THE DECK', dueDate: '2026-03-01T23:59:59.999Z' },
  F: {
    title: 'Contrôle – sluis #2',
    ...locks,
    description: 'North side',
    dueDate: '2025-12-31T23:59:59.999Z',
  },
  G: { title: 'Walk round', startDate: '2026-06-01T00:00:00Z', dueDate: '2026-06-01T00:00:00Z' },
  H: { title: 'Walk round', dueDate: '2026-06-02T00:00:00Z' },
  I: { title: 'Walk round', dueDate: '2026-06-03T00:00:00Z' },
  J: { title: 'Walk round', description: 'North' },
};
const march = new Date('2026-03-01T00:00:00Z');

/** Starts the service with these tasks: D was started, I was started and cancelled, and the others are assigned. */
const startWithTasks = async (t: TestContext) => {
  const { as, organisation } = await startService(t);
  const [erp, anna] = [await as('erp'), await as('anna')];
  for (const [externalId, overrides] of Object.entries(OVERRIDES))
    await erp.task('post', taskBody({ externalId, ...overrides }));
  const ids: Record<string, string> = {};
  const { body } = await erp.get(`${TASKS}/getall`);
  for (const { id, externalId } of body.result.results) ids[externalId] = id;
  for (const externalId of ['D', 'I']) await anna.post(`/api/v1/tasks/${ids[externalId]}/start`);
  await erp.task('cancel', { externalTaskIds: ['I'] });

  const requestedUrls: string[] = [];
  const fetchResult = async (url: string) => {
    requestedUrls.push(decodeURIComponent(url));
    const { status, body } = await erp.get(url);
    assert.equal(status, 200, url);
    assert.equal(body.error, null, `${decodeURIComponent(url)}: ${body.error?.message}`);
    return body.result;
  };
  /** Asserts that each URL returns the tasks with the given external IDs, in that order. */
  const assertFinds = async (cases: [url: string, externalIds: string][]) => {
    for (const [url, externalIds] of cases) {
      const { results } = await fetchResult(url);
      const foundIds = results.map((row: { externalId: string }) => row.externalId).join('');
      assert.equal(foundIds, externalIds, decodeURIComponent(url));
    }
  };
  const assertRequested = (...parts: string[]) => {
    for (const part of parts) {
      assert.ok(requestedUrls.join('\n').includes(part), `no request contained ${part}`);
    }
  };
  return { organisation, ids, fetchResult, assertFinds, assertRequested };
};

const text = { dataType: DataType.String };
const instant = { dataType: DataType.DateTime };
const boolean = { dataType: DataType.Boolean };
const guid = { dataType: DataType.Guid };
const key = { ...guid, isPartOfKey: true };

const createBreezeMetadata = () => {
  ModelLibraryBackingStoreAdapter.register();
  // The client's `externalId` maps to the query's `ExternalId`.
  const metadata = new MetadataStore({ namingConvention: NamingConvention.camelCase });
  const common = { namespace: 'Ronda' };
  metadata.addEntityType({
    ...common,
    shortName: 'Task',
    defaultResourceName: 'getall',
    dataProperties: {
      id: key,
      externalId: text,
      title: text,
      description: text,
      teamName: text,
      state: text,
      startDate: instant,
      dueDate: instant,
      lastModificationTime: { dataType: DataType.DateTimeOffset },
      workAreaId: guid,
      assignedUserId: { dataType: DataType.Int64 },
      workbookVersionCode: { dataType: DataType.Int32 },
      isPublished: boolean,
    },
  });
  metadata.addEntityType({
    ...common,
    shortName: 'Workbook',
    defaultResourceName: 'GetWorkbooks',
    dataProperties: { id: key, title: text, isPublished: boolean, creationTime: instant },
  });
  return metadata;
};

test('the breeze library can query tasks and workbooks', async (t) => {
  const { organisation, ids, fetchResult, assertFinds, assertRequested } = await startWithTasks(t);
  const metadata = createBreezeMetadata();
  const builder = UriBuilderODataAdapter.register();
  const toUrl = (query: EntityQuery, service = TASKS) => `${service}/${builder.buildUri(query, metadata)}`;
  const all = EntityQuery.from('getall');
  const where = (property: string, operator: string, value: unknown) => all.where(property, operator, value);
  const is = (property: string, operator: string, value: unknown) =>
    Predicate.create(property, operator, value);

  const cases: [EntityQuery, string][] = [
    [all, 'ABCDEFGHIJ'],
    [where('externalId', 'eq', 'C'), 'C'],
    [where('externalId', 'in', ['A', 'C', 'Z']), 'AC'],
    [where('title', 'ne', 'Walk round'), 'ABCDEF'],
    [where('title', 'gt', 'Replace'), 'CDGHIJ'],
    [where('title', 'contains', 'railing'), 'AD'],
    [where('title', 'contains', "O'Brien's"), 'B'],
    [where('title', 'contains', 'lamp & fuse'), 'C'],
    [where('title', 'startsWith', 'Contrôle –'), 'F'],
    [where('title', 'endsWith', '#2'), 'F'],
    [where('description', 'startsWith', '100% broken + wet?'), 'C'],
    [where('toLower(title)', 'startsWith', 'inspect'), 'ABE'],
    [where('toUpper(substring(trim(title), 0, 7))', 'eq', 'INSPECT'), 'ABE'],
    [where('length(title)', 'gt', 19), 'B'],
    [where('concat(teamName, externalId)', 'eq', 'LocksF'), 'F'],

    [where('description', 'eq', null), 'BDEGHI'],
    [where('description', 'ne', null), 'ACFJ'],
    [where('description', 'ne', 'North side'), 'BCDEGHIJ'],
    // breeze writes `substringof(…) eq true`, which is false if there is no description (decision O4).
    [all.where(is('description', 'contains', 'North').not()), 'BCDEGHI'],
    [where('isPublished', 'eq', false), ''],
    [where('state', 'eq', 'Canceled'), 'I'],
    [where('id', 'eq', ids.A?.toUpperCase()), 'A'],
    [where('workAreaId', 'ne', organisation.teamIds.Bridges), 'BF'],
    [where('assignedUserId', 'eq', organisation.userIds.bram), 'BF'],
    [where('workbookVersionCode', '<=', 1), 'ABCDEFGHIJ'],

    [where('dueDate', 'ge', march), 'CEGHI'],
    [where('dueDate', '<', march), 'ABF'],
    [all.where(is('dueDate', '>', march).and('dueDate', '<=', new Date('2026-06-02T00:00:00Z'))), 'EGH'],
    [where('dueDate', 'eq', new Date('2025-12-31T23:59:59.999Z')), 'F'],
    [where('startDate', 'lt', 'dueDate'), 'A'],
    [where('lastModificationTime', '>', new Date('2020-01-01T00:00:00Z')), 'ABCDEFGHIJ'],
    [where('year(dueDate)', 'eq', 2025), 'F'],
    [all.where(is('month(dueDate)', 'eq', 3).and('day(dueDate)', 'eq', 1)), 'CE'],
    [where('hour(dueDate)', '==', 12).where('minute(dueDate)', '==', 34), 'B'],

    [all.where(is('title', 'contains', 'railing').or('teamName', 'eq', 'Locks')), 'ABDF'],
    [all.where(Predicate.or(is('externalId', 'eq', 'J'), is('dueDate', 'lt', march)).not()), 'CDEGHI'],
    [all.where(Predicate.and(is('state', 'ne', 'Active'), is('dueDate', 'eq', null))), 'J'],
    [all.where(is('state', 'in', ['Active', 'Canceled']).not().and('title', 'eq', 'Walk round')), 'GHJ'],
    [
      all.where({ title: { startswith: 'W' }, or: [{ dueDate: null }, { not: { state: 'Assigned' } }] }),
      'IJ',
    ],

    [all.orderBy('title, externalId desc'), 'FEBACDJIHG'],
    [all.orderBy('dueDate').take(3), 'DJF'],
    [all.orderByDesc('dueDate').take(3), 'IHG'],
    [where('title', 'eq', 'Walk round').orderByDesc('externalId').skip(1).take(2), 'IH'],
  ];
  await assertFinds(cases.map(([query, externalIds]) => [toUrl(query), externalIds]));

  const lastPage = where('title', 'eq', 'Walk round').orderBy('externalId').skip(3).take(2).inlineCount();
  assert.deepEqual(await fetchResult(toUrl(lastPage.select('externalId, dueDate, state'))), {
    results: [{ externalId: 'J', dueDate: null, state: 'Assigned' }],
    __count: 4,
  });
  assert.deepEqual(await fetchResult(toUrl(all.take(0).inlineCount())), { results: [], __count: 10 });

  // contract, Workbook endpoint: only published workbooks, newest first, at most 20
  const publishedQuery = EntityQuery.from('GetWorkbooks').where('isPublished', 'eq', true);
  const newestQuery = publishedQuery.orderByDesc('creationTime').take(20).inlineCount().select('title');
  const workbooks = await fetchResult(toUrl(newestQuery, WORKBOOKS));
  const titles = workbooks.results.map(({ title }: { title: string }) => title);
  assert.deepEqual([titles.sort(), workbooks.__count], [['Bridge inspection', 'Railing check'], 2]);

  assertRequested("substringof('railing',Title) eq true", "DueDate ge datetime'2026-03-01T00:00:00.000Z'");
  assertRequested("datetimeoffset'2020-01-01T00:00:00.000Z'", `guid'${organisation.teamIds.Bridges}'`);
  assertRequested(`${organisation.userIds.bram}L`, '$inlinecount=allpages');
});

/** A task as seen by a JavaScript predicate passed to the library. */
type Columns = Record<'ExternalId' | 'Title' | 'Description' | 'TeamName' | 'State', string> & {
  StartDate: Date;
  DueDate: Date;
  WorkbookVersionCode: number;
  IsPublished: boolean;
};
type MobileQuery = { toOData(): string };

test('the Azure Mobile Apps query library can query tasks', async (t) => {
  const { ids, fetchResult, assertFinds, assertRequested } = await startWithTasks(t);
  const toUrl = (query: MobileQuery) => TASKS + query.toOData();
  const all = () => new Query('getall');
  const where = (...condition: unknown[]) => all().where(...condition);
  // The library parses the function's source code, so values to compare with must be arguments.
  const when = <Values extends unknown[]>(
    condition: (this: Columns, ...values: Values) => boolean,
    ...values: Values
  ) => where(condition, ...values);

  // biome-ignore format: one line per query
  const cases: [MobileQuery, string][] = [
    [all(), 'ABCDEFGHIJ'],
    [all().includeDeleted(), 'ABCDEFGHIJ'],
    [where({ State: 'Canceled', Title: 'Walk round' }), 'I'],
    [where({ Description: null }), 'BDEGHI'],
    [where(`substringof('railing', Title) and Id eq guid'${ids.A}'`), 'A'],
    [where('Title eq ? or DueDate ge ?', "Inspect O'Brien's gate", march), 'BCEGHI'],

    [when(function () { return this.Title.indexOf('railing') !== -1; }), 'AD'],
    [when(function (title) { return this.Title === title; }, 'Contrôle – sluis #2'), 'F'],
    [when(function (descriptions) { return this.Description in descriptions; }, ['100% broken + wet?', 'North']), 'CJ'],
    [when(function () { return this.Title.toLowerCase().indexOf('inspect') === 0; }), 'ABE'],
    [when(function () { return this.Title.trim().toUpperCase().substring(0, 7) === 'INSPECT'; }), 'ABE'],
    [when(function () { return this.Title.replace('Walk', 'Run').concat('!') === 'Run round!'; }), 'GHIJ'],
    [when(function () { return this.Title.length > 19; }), 'B'],
    [when(function () { return this.Description !== 'North side'; }), 'BCDEGHIJ'],
    [when(function () { return !this.IsPublished || !(this.TeamName !== 'Locks'); }), 'BF'],

    [when(function (from) { return this.DueDate >= from && this.State === 'Assigned'; }, march), 'CEGH'],
    [when(function () { return this.StartDate < this.DueDate; }), 'A'],
    [when(function () { return this.DueDate.getFullYear() === 2025 || this.DueDate.getMonth() === 2; }), 'CEF'],
    [when(function () { return this.DueDate.getDate() % 2 === 0 && this.DueDate.getMonth() + 1 > 2; }), 'H'],
    [when(function () { return Math.floor(this.Title.length / 2) * 2 !== this.Title.length; }), 'ACDF'],
    [when(function () { return Math.round(this.WorkbookVersionCode * 1.5) === Math.ceil(1.2); }), 'ABCDEFGHIJ'],
    [when(function () { return -this.WorkbookVersionCode < -1; }), ''],

    [all().orderBy('Title').orderByDescending('ExternalId'), 'FEBACDJIHG'],
    [all().orderByDescending('DueDate').take(3), 'IHG'],
    [where({ Title: 'Walk round' }).orderByDescending('ExternalId').skip(1).take(2), 'IH'],
  ];
  await assertFinds(cases.map(([query, externalIds]) => [toUrl(query), externalIds]));

  const lastPage = where({ Title: 'Walk round' }).orderBy('ExternalId').skip(3).take(2).includeTotalCount();
  assert.deepEqual(await fetchResult(toUrl(lastPage.select('ExternalId', 'DueDate', 'State'))), {
    results: [{ externalId: 'J', dueDate: null, state: 'Assigned' }],
    __count: 4,
  });
  assert.deepEqual(await fetchResult(toUrl(all().take(0).includeTotalCount())), {
    results: [],
    __count: 10,
  });

  assertRequested("(DueDate ge datetime'2026-03-01T00:00:00.000Z')", '(month(DueDate) sub 1)');
  assertRequested("(indexof(Title,'railing') ne -1)", '$inlinecount=allpages');
});
