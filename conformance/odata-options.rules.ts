import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APP, TASKS } from './caller.ts';
import type { Row } from './client.ts';
import { clients, people, teams, workbooks } from './organisation.ts';
import { makeTasks, notValid } from './own-tasks.ts';
import { asClient } from './sign-in.ts';
import { listed, succeeded } from './verdicts.ts';

const integration = await asClient(clients.integration);
const planner = await asClient(clients.planner);
const tasks = await makeTasks(integration, {
  one: { title: 'B', description: 'first' },
  two: { title: 'A' },
  three: { title: 'C', teamName: teams.south, assignedUserName: people.outsider },
});
/** The same questions of both lists. */
const lists = {
  getall: (options: string) => integration.call('GET', `${TASKS}/getall?${options}`),
  GetWorkbooks: (options: string) => integration.call('GET', `${APP}/workbook/GetWorkbooks?${options}`),
};

test('contract, List tasks, options: what changed since a moment, the newest first, so many of all', async () => {
  const [one] = listed(await tasks.ask({ $filter: "Title eq 'B'" }));
  const { results, __count } = succeeded(
    await tasks.ask({
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

test('contract, List tasks, options; contract, Formats 1: a date as it was answered finds its task again', async () => {
  const [one] = listed(await tasks.ask({ $filter: "Title eq 'B'" }));
  for (const name of ['creationTime', 'lastModificationTime']) {
    const property = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    for (const operator of ['eq', 'ge', 'le']) {
      const found = await tasks.names({ $filter: `${property} ${operator} datetime'${one?.[name]}'` });
      assert.ok(found.includes('one'), `${property} ${operator}`);
    }
    const later = await tasks.names({ $filter: `${property} gt datetime'${one?.[name]}'` });
    assert.ok(!later.includes('one'), `${property} gt`);
  }
});

test('contract, Workbook endpoint: only published workbooks, the newest first, at most so many', async () => {
  const options = {
    $filter: 'IsPublished eq true',
    $orderby: 'CreationTime desc',
    $top: '2',
    $inlinecount: 'allpages',
  };
  const { results, __count } = succeeded(await integration.workbooks(options)) as {
    results: { isPublished: boolean; creationTime: string }[];
    __count: number;
  };
  assert.equal(results.length, 2);
  assert.ok(__count > 2);
  assert.ok(results.every(({ isPublished }) => isPublished));
  assert.ok(results[0]!.creationTime >= results[1]!.creationTime);
});

test('contract, Workbook endpoint; O2; O3: workbooks are filtered in the same language', async () => {
  const versions = async ($filter: string) =>
    listed(
      await integration.workbooks({
        $filter: `Title eq '${workbooks.form.title}' and (${$filter})`,
        $orderby: 'VersionCode',
      }),
    ).map(({ version }) => version);
  const [{ id, definitionId } = {}] = listed(
    await integration.workbooks({ $filter: `Title eq '${workbooks.form.title}' and VersionCode eq 2` }),
  );
  for (const [filter, found] of Object.entries({
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
    assert.equal((await versions(filter)).join(' '), found, filter);
  }
  notValid(await integration.workbooks({ $filter: "VersionCode eq '2'" }), 'position 12');
  notValid(await integration.workbooks({ $filter: "contains(Title,'x')" }), 'substringof');
});

test('contract, Formats 3: attributes are named as in the answer, the first letter upper case', async () => {
  const rows = { getall: await tasks.ask(), GetWorkbooks: await integration.workbooks() };
  for (const [name, list] of Object.entries(lists)) {
    const members = Object.keys(listed(rows[name as keyof typeof rows])[0]!);
    assert.ok(members.length >= 8);
    for (const member of members) {
      const attribute = `${member.charAt(0).toUpperCase()}${member.slice(1)}`;
      for (const row of listed(await list(`$select=${attribute}&$top=1`))) {
        assert.deepEqual(Object.keys(row), [member]);
      }
      if (member === 'itemsToInspect') continue;
      listed(await list(`$filter=${attribute}%20eq%20null&$top=1`));
      listed(await list(`$orderby=${attribute}&$top=1`));
      for (const option of [`$select=${member}`, `$orderby=${member}`, `$filter=${member}%20eq%20null`]) {
        notValid(await list(option), attribute);
      }
    }
  }
});

test('O1: $select answers the selected members, in the order in which they always stand', async () => {
  const [all] = listed(await tasks.ask({ $top: '1' }));
  const select = async ($select: string) => listed(await tasks.ask({ $select, $top: '1' }))[0]!;
  assert.deepEqual(await select('Title,ExternalId'), { externalId: all?.externalId, title: all?.title });
  assert.deepEqual(await select(' State , Description '), { description: 'first', state: 'Assigned' });
  assert.deepEqual(await select('ItemsToInspect,DueDate'), { dueDate: null, itemsToInspect: null });
  assert.deepEqual(await select('Title,Title'), { title: 'B' });
  assert.deepEqual(await select('*'), all);
  assert.deepEqual(await select('Title,*'), all);
  const [workbook] = listed(await integration.workbooks({ $select: 'VersionCode,Title', $top: '1' }));
  assert.deepEqual(Object.keys(workbook!), ['versionCode', 'title']);
});

test('O1: $select with what is no property is refused', async () => {
  for (const select of [
    ...['Titel', 'Title,', ',', 'Title Description', 'Title/Length', 'title'],
    // Beside all members, too.
    ...['*,Titel', 'Titel,*', 'Title,*,Titel', '*,', '**', '* Title'],
  ]) {
    notValid(await integration.tasks({ $select: select }), '$select');
  }
});

test('O1; O7: $top and $skip take a part; 0 is a number too', async () => {
  const names = (options: Record<string, string>) => tasks.names({ $orderby: 'Title', ...options });
  assert.deepEqual(await names({}), ['two', 'one', 'three']);
  assert.deepEqual(await names({ $top: '2' }), ['two', 'one']);
  assert.deepEqual(await names({ $skip: '1' }), ['one', 'three']);
  assert.deepEqual(await names({ $skip: '1', $top: '1' }), ['one']);
  assert.deepEqual(await names({ $skip: '3' }), []);
  assert.deepEqual(await names({ $skip: '0', $top: '2147483647' }), ['two', 'one', 'three']);
  assert.deepEqual(await names({ $top: '0' }), []);
  assert.deepEqual(listed(await integration.workbooks({ $top: '0' })), []);
});

test('O7: with $inlinecount=allpages __count is the total after the filter, before paging; otherwise the number of items', async () => {
  const count = async (options: Record<string, string>) => {
    const { results, __count } = succeeded(await tasks.ask(options));
    return [__count, (results as unknown[]).length];
  };
  assert.deepEqual(await count({ $top: '1' }), [1, 1]);
  assert.deepEqual(await count({ $top: '1', $inlinecount: 'none' }), [1, 1]);
  assert.deepEqual(await count({ $top: '1', $inlinecount: 'allpages' }), [3, 1]);
  assert.deepEqual(await count({ $skip: '2', $inlinecount: 'allpages' }), [3, 1]);
  assert.deepEqual(await count({ $skip: '9', $inlinecount: 'allpages' }), [3, 0]);
  assert.deepEqual(await count({ $top: '0', $inlinecount: 'allpages' }), [3, 0]);
  assert.deepEqual(await count({ $inlinecount: 'allpages' }), [3, 3]);
  assert.deepEqual(await count({ $filter: "Title ne 'A'", $top: '1', $inlinecount: 'allpages' }), [2, 1]);
  assert.deepEqual(await count({ $filter: 'false', $inlinecount: 'allpages' }), [0, 0]);
  const { __count } = succeeded(
    await integration.workbooks({
      $filter: `Title eq '${workbooks.form.title}'`,
      $top: '1',
      $inlinecount: 'allpages',
    }),
  );
  assert.equal(__count, 3);
});

test('T19; O7: a filter or a count never widens what the caller may see', async () => {
  for (const $filter of ['true', `${tasks.mine} or true`, `TeamName eq '${teams.south}'`]) {
    const { results } = succeeded(await planner.tasks({ $filter })) as { results: Row[] };
    assert.ok(!results.some(({ teamName }) => teamName === teams.south), $filter);
  }
  notValid(await planner.tasks({ $filter: `${tasks.mine}) or (true` }));
  const { __count } = succeeded(await planner.tasks({ $filter: tasks.mine, $inlinecount: 'allpages' }));
  assert.equal(__count, 2);
});

test('O1: $format and $skiptoken are ignored, and so are names without dollar sign', async () => {
  for (const [list, filter] of [
    [lists.getall, tasks.mine],
    [lists.GetWorkbooks, 'IsPublished'],
  ] as const) {
    const all = listed(await list(`$filter=${filter}`));
    for (const more of [
      '$format=xml',
      '$skiptoken=12',
      'filter=false',
      'top=1&top=1',
      'foo=bar',
      'skip=-1',
    ]) {
      assert.deepEqual(listed(await list(`$filter=${filter}&${more}`)), all, more);
    }
  }
});

test('O1: any other option is refused by its name, and one of version 4 with what version 3 writes', async () => {
  for (const list of Object.values(lists)) {
    for (const option of ['$count', '$expand', '$search', '$apply', '$levels', '$x', '$']) {
      notValid(await list(`${option}=true`), `'${option}'`);
    }
    notValid(await list('$Filter=true'), '$filter');
    notValid(await list('$ORDERBY=Id'), '$orderby');
    notValid(await list('$count=true'), '$inlinecount=allpages');
  }
});

test('O1: an option given twice is refused, however its dollar sign is written', async () => {
  for (const list of Object.values(lists)) {
    notValid(await list('$filter=true&$filter=true'), '$filter');
    notValid(await list('$filter=true&%24filter=false'), '$filter');
    notValid(await list('$top=1&$orderby=Id&$top=1'), '$top');
    notValid(await list('$format=json&$format=json'), '$format');
  }
});

test('O1: an empty $filter or $orderby is refused', async () => {
  for (const list of Object.values(lists)) {
    for (const option of ['$filter', '$orderby', '$select']) {
      for (const value of ['', '=', '=%20', '=+%09']) notValid(await list(`${option}${value}`), option);
    }
    notValid(await list('$orderby=Id,'), '$orderby');
    notValid(await list('$orderby=,Id'), '$orderby');
  }
});

test('W16; O1: an option whose bytes are no UTF-8 is refused by its name: replaced, they would be another text', async () => {
  for (const list of Object.values(lists)) {
    for (const bytes of ['%ff', '%c3', '%c3%28', '%ed%a0%80', '%c0%af', '%f5%80%80%80']) {
      notValid(await list(`$filter=Title eq '${bytes}'`), '$filter');
      notValid(await list(`$orderby=concat(Title,'${bytes}')`), '$orderby');
    }
    // A percent sign that encodes nothing stands for itself.
    assert.deepEqual(listed(await list("$filter=Title eq '100%'")), []);
  }
});

test('O1: $top and $skip that are no whole number from 0 on are refused, and so is another $inlinecount', async () => {
  for (const list of Object.values(lists)) {
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
      for (const option of ['$top', '$skip']) notValid(await list(`${option}=${value}`), option);
    }
    for (const value of ['', 'all', 'AllPages', 'true', '1']) {
      notValid(await list(`$inlinecount=${value}`), '$inlinecount');
    }
  }
});
