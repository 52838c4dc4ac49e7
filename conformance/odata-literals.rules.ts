import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectList } from './expectations.ts';
import { clients } from './organisation.ts';
import { signInAsClient } from './sign-in.ts';
import { createTasks, expectInvalidFilters, expectMatches } from './test-tasks.ts';

const integration = await signInAsClient(clients.integration);
/** Each task has WorkbookVersionCode 2. */
const tasks = await createTasks(integration, {
  noon: { title: "Inspector's noon", dueDate: '2026-12-05T12:00:00.000Z', description: 'with a text' },
  late: { title: 'Late', dueDate: '2026-12-05T23:59:59.987Z' },
});
const ALL = 'noon late';

test('O2: null, true and false are literals', async () => {
  await expectMatches(tasks, {
    'Description eq null': 'late',
    'null ne Description': 'noon',
    'IsPublished eq true': ALL,
    'IsPublished eq false': '',
    'false eq IsDeleted': ALL,
  });
});

test('O2: an Int32 literal is a plain integer, and an Int64 literal has the suffix L', async () => {
  await expectMatches(tasks, {
    'WorkbookVersionCode eq 2': ALL,
    'WorkbookVersionCode gt -1': ALL,
    'WorkbookVersionCode eq 002': ALL,
    'WorkbookVersionCode lt 2147483647': ALL,
    'WorkbookVersionCode gt -2147483648': ALL,
    'WorkbookVersionCode eq 2L': ALL,
    'WorkbookVersionCode eq 2l': ALL,
    'WorkbookVersionCode lt 9223372036854775807L': ALL,
    'WorkbookVersionCode gt -9223372036854775808L': ALL,
    'WorkbookVersionCode add 2147483648L eq 2147483650L': ALL,
    'WorkbookVersionCode eq 3L': '',
  });
});

test('O2: a Double literal has a decimal point, an exponent or the suffix d, or is INF or NaN', async () => {
  await expectMatches(tasks, {
    'WorkbookVersionCode eq 2.0': ALL,
    'WorkbookVersionCode lt 2.5': ALL,
    'WorkbookVersionCode eq 2e0': ALL,
    'WorkbookVersionCode eq 0.2E1': ALL,
    'WorkbookVersionCode eq 20e-1': ALL,
    'WorkbookVersionCode eq 0.2e+1': ALL,
    'WorkbookVersionCode eq 2d': ALL,
    'WorkbookVersionCode eq 2.0D': ALL,
    'WorkbookVersionCode gt -0.5': ALL,
    'WorkbookVersionCode lt INF': ALL,
    'WorkbookVersionCode gt -INF': ALL,
    'WorkbookVersionCode eq NaN': '',
    'WorkbookVersionCode ne NaN': ALL,
    'WorkbookVersionCode eq 2.5': '',
  });
});

test('O2: a Single literal has the suffix f, and a Decimal literal has the suffix m', async () => {
  await expectMatches(tasks, {
    'WorkbookVersionCode eq 2f': ALL,
    'WorkbookVersionCode lt 2.5F': ALL,
    'WorkbookVersionCode eq 0.2e1f': ALL,
    'WorkbookVersionCode div 4f eq 0.5f': ALL,
    'WorkbookVersionCode lt INFf': ALL,
    'WorkbookVersionCode gt -INFf': ALL,
    'WorkbookVersionCode eq NaNf': '',
    'WorkbookVersionCode lt INFF': ALL,
    'WorkbookVersionCode gt -INFF': ALL,
    'WorkbookVersionCode ne NaNF': ALL,
    'WorkbookVersionCode eq 2m': ALL,
    'WorkbookVersionCode eq 2.000M': ALL,
    'WorkbookVersionCode gt -2.5m': ALL,
    'WorkbookVersionCode div 4m eq 0.5m': ALL,
    // Decimals are exact, unlike binary fractions.
    '0.1m add 0.2m eq 0.3m': ALL,
    '0.1 add 0.2 eq 0.3': '',
    'WorkbookVersionCode lt 79228162514264337593543950335m': ALL,
  });
});

test('O2: strings are in single quotes, and a quote inside a string is doubled', async () => {
  await expectMatches(tasks, {
    "Title eq 'Inspector''s noon'": 'noon',
    "substringof('''',Title)": 'noon',
    "Title eq ''": '',
    "'''' eq ''''": ALL,
    "length('''''') eq 2": ALL,
    "Title ne 'a) or (true'": ALL,
  });
});

test('O2; contract, List tasks, options: the time zone, the seconds and the fraction of a datetime literal are optional', async () => {
  await expectMatches(tasks, {
    "DueDate eq datetime'2026-12-05T12:00:00.000Z'": 'noon',
    "DueDate eq datetime'2026-12-05T12:00:00Z'": 'noon',
    "DueDate eq datetime'2026-12-05T12:00:00'": 'noon',
    "DueDate eq datetime'2026-12-05T12:00'": 'noon',
    "DueDate eq datetime'2026-12-05T12:00:00.0000000'": 'noon',
    "DueDate eq datetime'2026-12-05T23:59:59.987Z'": 'late',
    "DueDate eq datetime'2026-12-05T23:59:59.9870000'": 'late',
    "DueDate gt datetime'2026-12-05T23:59:59.986'": 'late',
    "DueDate ge datetime'2026-12-05T23:59:59.988'": '',
    "DueDate gt datetime'0001-01-01T00:00:00'": ALL,
    "DueDate lt datetime'9999-12-31T23:59:59.9999999'": ALL,
  });
});

test('O2; O3: a datetimeoffset is compared with a date as an instant', async () => {
  await expectMatches(tasks, {
    "DueDate eq datetimeoffset'2026-12-05T12:00:00Z'": 'noon',
    "DueDate eq datetimeoffset'2026-12-05T14:00:00+02:00'": 'noon',
    "DueDate eq datetimeoffset'2026-12-05T06:30:00.000-05:30'": 'noon',
    "DueDate gt datetimeoffset'2026-12-05T12:00:00-01:00'": 'late',
    "datetimeoffset'2026-12-05T14:00:00+02:00' lt DueDate": 'late',
  });
});

test('O2: a time literal is a duration', async () => {
  await expectMatches(tasks, {
    "time'PT1H' eq time'PT60M'": ALL,
    "time'PT1H' lt time'PT90M'": ALL,
    "time'P1DT1S' gt time'PT24H'": ALL,
    "time'-PT1S' lt time'PT0S'": ALL,
    "time'PT0.5S' ge time'PT1S'": '',
  });
});

test('O2: a guid literal can be in upper or lower case', async () => {
  const [noon] = expectList(await tasks.list({ $filter: "startswith(Title,'Inspector')" }));
  const id = String(noon?.id);
  await expectMatches(tasks, {
    [`Id eq guid'${id}'`]: 'noon',
    [`Id eq guid'${id.toUpperCase()}'`]: 'noon',
    [`Id ne guid'${id}'`]: 'late',
    [`guid'${id}' eq Id`]: 'noon',
    [`WorkAreaId eq guid'${noon?.workAreaId}'`]: ALL,
    [`WorkbookId eq guid'${noon?.workbookId}'`]: ALL,
    [`AssignedUserId eq ${noon?.assignedUserId}`]: ALL,
    [`AssignedUserId eq ${noon?.assignedUserId}L`]: ALL,
    "InspectionId eq guid'00000000-0000-0000-0000-000000000000'": '',
  });
});

test('O2: a binary literal has the prefix binary or X', async () => {
  await expectMatches(tasks, {
    "X'23AB' eq binary'23ab'": ALL,
    "binary'' eq X''": ALL,
    "X'23AB' ne X'23AC'": ALL,
    "X'00' eq X'0000'": '',
  });
});

test('O2: the prefixes of literals are accepted in any letter case', async () => {
  const [noon] = expectList(await tasks.list({ $filter: "startswith(Title,'Inspector')" }));
  await expectMatches(tasks, {
    "DueDate eq DateTime'2026-12-05T12:00:00'": 'noon',
    "DueDate eq DATETIME'2026-12-05T12:00:00'": 'noon',
    "DueDate eq DateTimeOffset'2026-12-05T13:00:00+01:00'": 'noon',
    "Time'PT1H' eq TIME'PT60M'": ALL,
    [`Id eq Guid'${noon?.id}'`]: 'noon',
    [`Id eq GUID'${noon?.id}'`]: 'noon',
    "x'ab' eq BINARY'AB'": ALL,
  });
});

test('O2: an invalid literal is rejected, and the error shows a valid one', async () => {
  await expectInvalidFilters(integration, {
    "DueDate eq datetime'yesterday'": "datetime'2",
    "DueDate eq datetime'2026-02-30T00:00:00'": "datetime'2",
    "DueDate eq datetime'2026-12-05T24:30:00'": "datetime'2",
    "DueDate eq datetime''": "datetime'2",
    "DueDate eq datetimeoffset'2026-12-05T12:00:00'": "datetimeoffset'2",
    "Id eq guid'1234'": "guid'",
    "Id eq guid'{6f9619ff-8b86-4011-b42d-00c04fc964ff}'": "guid'",
    "time'1 hour' eq time'PT1H'": "time'PT",
    "X'ABC' eq X'AB'": "X'",
    "X'GG' eq X'AB'": "X'",
    "money'12' eq null": 'money',
    '2x eq 2': '2x',
    '0x10 eq 16': '0x10',
  });
});

test('O2: a decimal point needs a digit on both sides; true, false, null and INF are case-sensitive', async () => {
  await expectInvalidFilters(integration, {
    'WorkbookVersionCode gt .5': 'position 23',
    'WorkbookVersionCode gt 5.': 'position 23',
    'WorkbookVersionCode eq +2': 'position 23',
    'IsPublished eq True': 'did you mean true?',
    'IsPublished eq FALSE': 'did you mean false?',
    'Description eq NULL': 'did you mean null?',
    'WorkbookVersionCode lt inf': 'did you mean INF?',
  });
});

test('O3: a number outside the range of its type is rejected; if an Int32 is too large, the error suggests an Int64', async () => {
  await expectInvalidFilters(integration, {
    'WorkbookVersionCode lt 2147483648': '2147483648L',
    'WorkbookVersionCode gt -2147483649': 'L',
    'WorkbookVersionCode lt 9223372036854775808L': 'Int64',
    'WorkbookVersionCode lt 1e309': 'Double',
    'WorkbookVersionCode lt 1e39f': 'Single',
    'WorkbookVersionCode lt 79228162514264337593543950336m': 'Decimal',
    'WorkbookVersionCode eq 2.5L': 'Int64',
  });
  assert.deepEqual(await tasks.listNames({ $filter: 'WorkbookVersionCode lt 2147483648L' }), ALL.split(' '));
});
