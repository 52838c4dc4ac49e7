import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APP, TASKS } from './caller.ts';
import type { Row } from './client.ts';
import { expectList, expectSuccess } from './expectations.ts';
import { clients, people, teams, workbooks } from './organisation.ts';
import { signInAsClient } from './sign-in.ts';
import { createTasks, expectInvalidQuery } from './test-tasks.ts';

const integration = await signInAsClient(clients.integration);
const planner = await signInAsClient(clients.planner);
const tasks = await createTasks(integration, {
  one: { title: 'B', description: 'first' },
  two: { title: 'A' },
  three: { title: 'C', teamName: teams.south, assignedUserName: people.outsider },
});
/** For each of the two lists, a function that requests the list with these options. */
const listRequests = {
  getall: (options: string) => integration.call('GET', `${TASKS}/getall?${options}`),
  GetWorkbooks: (options: string) => integration.call('GET', `${APP}/workbook/GetWorkbooks?${options}`),
};

test('contract, List tasks, options: the tasks changed since a given time can be listed, newest first, with $top and the total count', async () => {
  const [one] = expectList(await tasks.list({ $filter: "Title eq 'B'" }));
  const { results, __count } = expectSuccess(
    await tasks.list({
      $filter: `LastModificationTime ge datetime'${one?.lastModificationTime}'`,
      $orderby: 'LastModificationTime desc',
      $top: '2',
      $inlinecount: 'allpages',
    }),
  ) as { results: { title: string }[]; __count: number };
  assert.deepEqual(
    results.map(({ title }) => title),
    ['C', 'A'],
  );
  assert.equal(__count, 3);
});

test('contract, List tasks, options; contract, Formats 1: a date from a response can be used in a filter to find the same task', async () => {
  const [one] = expectList(await tasks.list({ $filter: "Title eq 'B'" }));
  for (const name of ['creationTime', 'lastModificationTime']) {
    const property = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    for (const operator of ['eq', 'ge', 'le']) {
      const foundNames = await tasks.listNames({
        $filter: `${property} ${operator} datetime'${one?.[name]}'`,
      });
      assert.ok(foundNames.includes('one'), `${property} ${operator}`);
    }
    const laterNames = await tasks.listNames({ $filter: `${property} gt datetime'${one?.[name]}'` });
    assert.ok(!laterNames.includes('one'), `${property} gt`);
  }
});

test('contract, Workbook endpoint: the published workbooks can be listed, newest first, with $top and the total count', async () => {
  const options = {
    $filter: 'IsPublished eq true',
    $orderby: 'CreationTime desc',
    $top: '2',
    $inlinecount: 'allpages',
  };
  const { results, __count } = expectSuccess(await integration.listWorkbooks(options)) as {
    results: { isPublished: boolean; creationTime: string }[];
    __count: number;
  };
  assert.equal(results.length, 2);
  assert.ok(__count > 2);
  assert.ok(results.every(({ isPublished }) => isPublished));
  assert.ok(results[0]!.creationTime >= results[1]!.creationTime);
});

test('contract, Workbook endpoint; O2; O3: filters for workbooks use the same language as filters for tasks', async () => {
  const listVersions = async ($filter: string) =>
    expectList(
      await integration.listWorkbooks({
        $filter: `Title eq '${workbooks.form.title}' and (${$filter})`,
        $orderby: 'VersionCode',
      }),
    ).map(({ version }) => version);
  const [{ id, definitionId } = {}] = expectList(
    await integration.listWorkbooks({ $filter: `Title eq '${workbooks.form.title}' and VersionCode eq 2` }),
  );
  for (const [filter, expectedVersions] of Object.entries({
    IsPublished: '1.0.0 1.1.0',
    'not IsPublished': '2.0.0',
    'VersionCode ge 2': '1.1.0 2.0.0',
    "startswith(Version,'1.')": '1.0.0 1.1.0',
    'VersionCode mod 2 eq 1': '1.0.0 2.0.0',
    'Description eq null': '1.0.0 1.1.0 2.0.0',
    "Description ne 'x'": '1.0.0 1.1.0 2.0.0',
    'length(Description) gt 0': '',
    [`Id eq guid'${id}'`]: '1.1.0',
    [`DefinitionId eq guid'${definitionId}' and VersionCode lt 3L`]: '1.0.0 1.1.0',
    "CreationTime gt datetime'2020-01-01T00:00:00Z'": '1.0.0 1.1.0 2.0.0',
  })) {
    assert.equal((await listVersions(filter)).join(' '), expectedVersions, filter);
  }
  expectInvalidQuery(await integration.listWorkbooks({ $filter: "VersionCode eq '2'" }), 'position 12');
  expectInvalidQuery(await integration.listWorkbooks({ $filter: "contains(Title,'x')" }), 'substringof');
});

test('contract, Formats 3: attribute names in queries are those of the response, but with an upper-case first letter', async () => {
  const rows = { getall: await tasks.list(), GetWorkbooks: await integration.listWorkbooks() };
  for (const [name, sendListRequest] of Object.entries(listRequests)) {
    const properties = Object.keys(expectList(rows[name as keyof typeof rows])[0]!);
    assert.ok(properties.length >= 8);
    for (const property of properties) {
      const attribute = `${property.charAt(0).toUpperCase()}${property.slice(1)}`;
      for (const row of expectList(await sendListRequest(`$select=${attribute}&$top=1`))) {
        assert.deepEqual(Object.keys(row), [property]);
      }
      if (property === 'itemsToInspect') continue;
      expectList(await sendListRequest(`$filter=${attribute}%20eq%20null&$top=1`));
      expectList(await sendListRequest(`$orderby=${attribute}&$top=1`));
      for (const option of [
        `$select=${property}`,
        `$orderby=${property}`,
        `$filter=${property}%20eq%20null`,
      ]) {
        expectInvalidQuery(await sendListRequest(option), attribute);
      }
    }
  }
});

test('O1: $select returns the selected properties in their usual order', async () => {
  const [completeRow] = expectList(await tasks.list({ $top: '1' }));
  const selectRow = async ($select: string) => expectList(await tasks.list({ $select, $top: '1' }))[0]!;
  assert.deepEqual(await selectRow('Title,ExternalId'), {
    externalId: completeRow?.externalId,
    title: completeRow?.title,
  });
  assert.deepEqual(await selectRow(' State , Description '), { description: 'first', state: 'Assigned' });
  assert.deepEqual(await selectRow('ItemsToInspect,DueDate'), { dueDate: null, itemsToInspect: null });
  assert.deepEqual(await selectRow('Title,Title'), { title: 'B' });
  assert.deepEqual(await selectRow('*'), completeRow);
  assert.deepEqual(await selectRow('Title,*'), completeRow);
  const [workbook] = expectList(await integration.listWorkbooks({ $select: 'VersionCode,Title', $top: '1' }));
  assert.deepEqual(Object.keys(workbook!), ['versionCode', 'title']);
});

test('O1: $select with an unknown property is rejected', async () => {
  for (const select of [
    ...['Titel', 'Title,', ',', 'Title Description', 'Title/Length', 'title'],
    // An unknown property is rejected even next to `*`.
    ...['*,Titel', 'Titel,*', 'Title,*,Titel', '*,', '**', '* Title'],
  ]) {
    expectInvalidQuery(await integration.listTasks({ $select: select }), '$select');
  }
});

test('O1; O7: $top and $skip select part of the list, and both can be 0', async () => {
  const readNames = (options: Record<string, string>) => tasks.listNames({ $orderby: 'Title', ...options });
  assert.deepEqual(await readNames({}), ['two', 'one', 'three']);
  assert.deepEqual(await readNames({ $top: '2' }), ['two', 'one']);
  assert.deepEqual(await readNames({ $skip: '1' }), ['one', 'three']);
  assert.deepEqual(await readNames({ $skip: '1', $top: '1' }), ['one']);
  assert.deepEqual(await readNames({ $skip: '3' }), []);
  assert.deepEqual(await readNames({ $skip: '0', $top: '2147483647' }), ['two', 'one', 'three']);
  assert.deepEqual(await readNames({ $top: '0' }), []);
  assert.deepEqual(expectList(await integration.listWorkbooks({ $top: '0' })), []);
});

test('O7: with $inlinecount=allpages, __count is the number of rows that match the filter; otherwise, it is the number of rows in the response', async () => {
  const readCounts = async (options: Record<string, string>) => {
    const { results, __count } = expectSuccess(await tasks.list(options));
    return [__count, (results as unknown[]).length];
  };
  assert.deepEqual(await readCounts({ $top: '1' }), [1, 1]);
  assert.deepEqual(await readCounts({ $top: '1', $inlinecount: 'none' }), [1, 1]);
  assert.deepEqual(await readCounts({ $top: '1', $inlinecount: 'allpages' }), [3, 1]);
  assert.deepEqual(await readCounts({ $skip: '2', $inlinecount: 'allpages' }), [3, 1]);
  assert.deepEqual(await readCounts({ $skip: '9', $inlinecount: 'allpages' }), [3, 0]);
  assert.deepEqual(await readCounts({ $top: '0', $inlinecount: 'allpages' }), [3, 0]);
  assert.deepEqual(await readCounts({ $inlinecount: 'allpages' }), [3, 3]);
  assert.deepEqual(
    await readCounts({ $filter: "Title ne 'A'", $top: '1', $inlinecount: 'allpages' }),
    [2, 1],
  );
  assert.deepEqual(await readCounts({ $filter: 'false', $inlinecount: 'allpages' }), [0, 0]);
  const { __count } = expectSuccess(
    await integration.listWorkbooks({
      $filter: `Title eq '${workbooks.form.title}'`,
      $top: '1',
      $inlinecount: 'allpages',
    }),
  );
  assert.equal(__count, 3);
});

test('T19; O7: filters and counts never reveal tasks that the client is not allowed to see', async () => {
  for (const $filter of ['true', `${tasks.ownTasksFilter} or true`, `TeamName eq '${teams.south}'`]) {
    const { results } = expectSuccess(await planner.listTasks({ $filter })) as { results: Row[] };
    assert.ok(!results.some(({ teamName }) => teamName === teams.south), $filter);
  }
  expectInvalidQuery(await planner.listTasks({ $filter: `${tasks.ownTasksFilter}) or (true` }));
  const { __count } = expectSuccess(
    await planner.listTasks({ $filter: tasks.ownTasksFilter, $inlinecount: 'allpages' }),
  );
  assert.equal(__count, 2);
});

test('O1: $format, $skiptoken and names without a dollar sign are ignored', async () => {
  for (const [sendListRequest, filter] of [
    [listRequests.getall, tasks.ownTasksFilter],
    [listRequests.GetWorkbooks, 'IsPublished'],
  ] as const) {
    const all = expectList(await sendListRequest(`$filter=${filter}`));
    for (const ignoredOption of [
      '$format=xml',
      '$skiptoken=12',
      'filter=false',
      'top=1&top=1',
      'foo=bar',
      'skip=-1',
    ]) {
      assert.deepEqual(
        expectList(await sendListRequest(`$filter=${filter}&${ignoredOption}`)),
        all,
        ignoredOption,
      );
    }
  }
});

test('O1: an unsupported option returns an error that names it; for $count from version 4, the error suggests $inlinecount', async () => {
  for (const sendListRequest of Object.values(listRequests)) {
    for (const option of ['$count', '$expand', '$search', '$apply', '$levels', '$x', '$']) {
      expectInvalidQuery(await sendListRequest(`${option}=true`), `'${option}'`);
    }
    expectInvalidQuery(await sendListRequest('$Filter=true'), '$filter');
    expectInvalidQuery(await sendListRequest('$ORDERBY=Id'), '$orderby');
    expectInvalidQuery(await sendListRequest('$count=true'), '$inlinecount=allpages');
  }
});

test('O1: an option that is sent twice is rejected, however its dollar sign is encoded', async () => {
  for (const sendListRequest of Object.values(listRequests)) {
    expectInvalidQuery(await sendListRequest('$filter=true&$filter=true'), '$filter');
    expectInvalidQuery(await sendListRequest('$filter=true&%24filter=false'), '$filter');
    expectInvalidQuery(await sendListRequest('$top=1&$orderby=Id&$top=1'), '$top');
    expectInvalidQuery(await sendListRequest('$format=json&$format=json'), '$format');
  }
});

test('O1: an empty $filter, $orderby or $select is rejected', async () => {
  for (const sendListRequest of Object.values(listRequests)) {
    for (const option of ['$filter', '$orderby', '$select']) {
      for (const value of ['', '=', '=%20', '=+%09'])
        expectInvalidQuery(await sendListRequest(`${option}${value}`), option);
    }
    expectInvalidQuery(await sendListRequest('$orderby=Id,'), '$orderby');
    expectInvalidQuery(await sendListRequest('$orderby=,Id'), '$orderby');
  }
});

test('W16; O1: an option that is not valid UTF-8 returns an error that names the option', async () => {
  for (const sendListRequest of Object.values(listRequests)) {
    for (const bytes of ['%ff', '%c3', '%c3%28', '%ed%a0%80', '%c0%af', '%f5%80%80%80']) {
      expectInvalidQuery(await sendListRequest(`$filter=Title eq '${bytes}'`), '$filter');
      expectInvalidQuery(await sendListRequest(`$orderby=concat(Title,'${bytes}')`), '$orderby');
    }
    // A percent sign that is not part of an encoded byte is literal.
    assert.deepEqual(expectList(await sendListRequest("$filter=Title eq '100%'")), []);
  }
});

test('O1: values of $top and $skip other than non-negative integers, and unknown values of $inlinecount, are rejected', async () => {
  for (const sendListRequest of Object.values(listRequests)) {
    for (const value of [
      '-1',
      '1.5',
      '1.0',
      'ten',
      '',
      '1e3',
      '0x10',
      '%2B5',
      '1,000',
      '99999999999999999999',
    ]) {
      for (const option of ['$top', '$skip'])
        expectInvalidQuery(await sendListRequest(`${option}=${value}`), option);
    }
    for (const value of ['', 'all', 'AllPages', 'true', '1']) {
      expectInvalidQuery(await sendListRequest(`$inlinecount=${value}`), '$inlinecount');
    }
  }
});
