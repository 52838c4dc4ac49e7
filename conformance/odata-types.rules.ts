import { test } from 'node:test';
import { clients } from './organisation.ts';
import { signInAsClient } from './sign-in.ts';
import { createTasks, expectInvalidFilters, expectInvalidQuery, expectMatches } from './test-tasks.ts';

const integration = await signInAsClient(clients.integration);
/** Each task has WorkbookVersionCode 2. */
const tasks = await createTasks(integration, {
  early: { title: '2', dueDate: '2026-12-01T08:00:00.000Z' },
  late: { title: 'true', dueDate: '2026-12-02T08:00:00.000Z' },
});
const ALL = 'early late';

test('O3: values of different types cannot be compared, and the error shows the expected literal or type', async () => {
  await expectInvalidFilters(integration, {
    "DueDate gt '2026-12-01T08:00:00Z'": "datetime'2026-12-01T08:00:00Z'",
    "'2026-12-01T08:00:00Z' lt DueDate": "datetime'2026-12-01T08:00:00Z'",
    "Id eq '6f9619ff-8b86-4011-b42d-00c04fc964ff'": "guid'6f9619ff-8b86-4011-b42d-00c04fc964ff'",
    "WorkbookVersionCode eq '2'": 'without quotes: 2',
    "IsPublished eq 'true'": 'without quotes: true',
    'Title eq 2': "'2'",
    'Title eq true': "'true'",
    'ExternalId eq 4711': "'4711'",
    'ExternalId eq 0047': "'0047'",
    'IsPublished eq 1': 'true or false',
    'IsPublished eq WorkbookVersionCode': 'Boolean',
    'DueDate eq 2026': "datetime'2",
    'DueDate eq Id': 'DateTime',
    "DueDate eq guid'6f9619ff-8b86-4011-b42d-00c04fc964ff'": 'DateTime',
    "DueDate gt time'PT1H'": 'DateTime',
    "Title eq X'AB'": 'Binary',
    'State eq 1': 'String',
    'AssignedUserId eq AssignedUserName': 'Int64',
  });
});

test('O3: a filter, and the operands of "and", "or" and "not", must be Boolean', async () => {
  await expectInvalidFilters(integration, {
    Title: 'Boolean',
    '1 add 1': 'Boolean',
    "concat(Title,'x')": 'Boolean',
    'Title and true': 'Boolean',
    'true or WorkbookVersionCode': 'Boolean',
    'not WorkbookVersionCode': 'Boolean',
    'not 1 eq 1': 'Boolean',
  });
});

test('O3: arithmetic is possible only with numbers', async () => {
  await expectInvalidFilters(integration, {
    "Title add 'x' eq 'y'": 'add',
    'WorkbookVersionCode mul true eq 2': 'mul',
    "WorkbookVersionCode sub '1' eq 1": 'sub',
    'DueDate sub CreationTime eq 1': 'sub',
    '-Title eq null': 'minus',
    '-IsPublished eq null': 'minus',
  });
});

test('O3: a list cannot be compared or used for sorting', async () => {
  await expectInvalidFilters(integration, {
    "ItemsToInspect eq 'CF-BR-1'": 'ItemsToInspect',
    'ItemsToInspect ne null': 'list',
  });
  expectInvalidQuery(await integration.listTasks({ $orderby: 'ItemsToInspect' }), 'ItemsToInspect');
});

test('O3: numbers are promoted from Int32 to Int64 to Single to Double, and integers to Decimal', async () => {
  await expectMatches(tasks, {
    'WorkbookVersionCode add 2147483647L eq 2147483649L': ALL,
    'WorkbookVersionCode add 0.5f eq 2.5f': ALL,
    'WorkbookVersionCode add 0.5 eq 2.5': ALL,
    'WorkbookVersionCode add 0.5m eq 2.5m': ALL,
    '2L add 0.5f eq 2.5f': ALL,
    '2L add 0.5 eq 2.5': ALL,
    '2L add 0.5m eq 2.5m': ALL,
    '0.5f add 0.5 eq 1.0': ALL,
    '0.5f eq 0.5': ALL,
    // 0.1 as a Single differs from 0.1 as a Double.
    '0.1f eq 0.1': '',
    '0.1f eq 0.1f': ALL,
    // A Single rounds off digits that it cannot store.
    '16777217 eq 16777216f': ALL,
    '16777217 eq 16777216.0': '',
    '9007199254740993L eq 9007199254740992.0': ALL,
    '9007199254740993L eq 9007199254740992m': '',
    'AssignedUserId add 1 gt AssignedUserId': ALL,
  });
});

test('O3: a Decimal cannot be combined with a Single or a Double', async () => {
  await expectInvalidFilters(integration, {
    '1.5m eq 1.5': 'Decimal',
    '1.5 lt 1.5m': 'Decimal',
    '1.5m eq 1.5f': 'Decimal',
    '1.5m add 1.5 eq 3': 'Decimal',
    '1.5f mul 1.5m eq 3': 'Decimal',
  });
});

test('O3: dividing integers truncates towards zero; dividing other numbers keeps the fraction', async () => {
  await expectMatches(tasks, {
    '7 div WorkbookVersionCode eq 3': ALL,
    '-7 div WorkbookVersionCode eq -3': ALL,
    '7L div WorkbookVersionCode eq 3L': ALL,
    '-7L div 2 eq -3L': ALL,
    '7.0 div WorkbookVersionCode eq 3.5': ALL,
    '7f div WorkbookVersionCode eq 3.5f': ALL,
    '7m div WorkbookVersionCode eq 3.5m': ALL,
    'WorkbookVersionCode div 3m eq 0.6666666666666666666666666667m': ALL,
    'WorkbookVersionCode div 0.03m eq 66.666666666666666666666666667m': ALL,
    '7 mod WorkbookVersionCode eq 1': ALL,
    '-7 mod WorkbookVersionCode eq -1': ALL,
    '7 mod -2 eq 1': ALL,
    '7.5 mod WorkbookVersionCode eq 1.5': ALL,
    '-7.5m mod WorkbookVersionCode eq -1.5m': ALL,
  });
});

test('O3: an overflow or a division by zero results in null and never causes an internal error', async () => {
  await expectMatches(tasks, {
    'WorkbookVersionCode add 2147483647 eq null': ALL,
    '-2147483648 sub WorkbookVersionCode eq null': ALL,
    'WorkbookVersionCode mul 2147483647 eq null': ALL,
    '-2147483648 div (WorkbookVersionCode sub 3) eq null': ALL,
    '9223372036854775807L add WorkbookVersionCode eq null': ALL,
    '79228162514264337593543950335m mul WorkbookVersionCode eq null': ALL,
    'WorkbookVersionCode div 0 eq null': ALL,
    'WorkbookVersionCode div (WorkbookVersionCode sub 2) eq null': ALL,
    'WorkbookVersionCode mod 0 eq null': ALL,
    'WorkbookVersionCode div 0L eq null': ALL,
    'WorkbookVersionCode div 0m eq null': ALL,
    'WorkbookVersionCode div 0 gt 1': '',
    'not (WorkbookVersionCode div 0 gt 1)': ALL,
    'WorkbookVersionCode add 2147483647 gt 1': '',
    'WorkbookVersionCode mul 2147483647L eq 4294967294L': ALL,
  });
});

test('O3: a datetime without a time zone is UTC', async () => {
  await expectMatches(tasks, {
    "DueDate eq datetime'2026-12-01T08:00:00'": 'early',
    "DueDate eq datetimeoffset'2026-12-01T10:00:00+02:00'": 'early',
    "DueDate ne datetime'2026-12-01T08:00:00'": 'late',
    "datetime'2026-12-01T08:00:00' eq datetimeoffset'2026-12-01T09:00:00+01:00'": ALL,
  });
});

test('O3: the error for a version 4 literal shows the version 3 equivalent', async () => {
  await expectInvalidFilters(integration, {
    'DueDate gt 2026-12-01T08:00:00Z': "datetime'2026-12-01T08:00:00Z'",
    'DueDate gt 2026-12-01T10:00:00+02:00': "datetime'2026-12-01T10:00:00+02:00'",
    'DueDate gt 2026-12-01': "datetime'2026-12-01",
    'Id eq 6f9619ff-8b86-4011-b42d-00c04fc964ff': "guid'6f9619ff-8b86-4011-b42d-00c04fc964ff'",
    "duration'PT1H' eq null": "time'PT1H'",
    'Title eq "2"': 'single quotes',
  });
});

test('O3: the error for a version 4 function shows the version 3 equivalent', async () => {
  await expectInvalidFilters(integration, {
    "contains(Title,'x')": 'substringof(',
    "not contains(tolower(Title),'x')": 'substringof(',
    "Contains(Title,'x')": 'substringof(',
    'DueDate lt now()': "datetime'",
    "date(DueDate) eq datetime'2026-12-01T00:00:00Z'": 'year, month and day',
    "time(DueDate) eq time'PT8H'": 'hour, minute and second',
    "matchesPattern(Title,'x')": 'substringof',
    'fractionalseconds(DueDate) eq 0m': 'second',
  });
});

test('O3: version 4 operators are rejected, and the error shows the version 3 equivalent if there is one', async () => {
  await expectInvalidFilters(integration, {
    "State in ('Active','Closed')": "State eq 'Active' or State eq 'Closed'",
    "Title has 'x'": 'has',
    '7 divby 2 eq 3.5': 'div',
    'DueDate gt @now': '@',
  });
});

test('O2: operators from other languages, such as == and &&, are rejected', async () => {
  const operators = [
    "Title = 'x'",
    "Title == 'x'",
    "Title != 'x'",
    'true && true',
    'true || true',
    '!IsPublished',
  ];
  const arithmetic = [
    '1 + 1 eq 2',
    '1 - 1 eq 0',
    '2 * 2 eq 4',
    '2 / 2 eq 1',
    '5 % 2 eq 1',
    '2 >= 2',
    '1 < 2',
  ];
  for (const filter of [...operators, ...arithmetic])
    await expectInvalidFilters(integration, { [filter]: 'position' });
});
