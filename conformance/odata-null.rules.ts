import { test } from 'node:test';
import { clients } from './organisation.ts';
import { signInAsClient } from './sign-in.ts';
import { createTasks, expectMatches } from './test-tasks.ts';

const integration = await signInAsClient(clients.integration);
const [MONDAY, TUESDAY] = ['2026-11-23T08:00:00.000Z', '2026-11-24T08:00:00.000Z'];
const tasks = await createTasks(integration, {
  full: { description: 'rail', startDate: MONDAY, dueDate: TUESDAY },
  same: { description: 'arch', startDate: MONDAY, dueDate: MONDAY },
  half: { description: 'rail', dueDate: TUESDAY },
  bare: {},
});
const ALL = 'full same half bare';

test('O4: eq and ne are two-valued: null equals null and differs from every other value', async () => {
  await expectMatches(tasks, {
    "Description eq 'rail'": 'full half',
    "Description ne 'rail'": 'same bare',
    "'rail' ne Description": 'same bare',
    "not (Description eq 'rail')": 'same bare',
    "not (Description ne 'rail')": 'full half',
    'Description eq null': 'bare',
    'Description ne null': 'full same half',
    'null eq Description': 'bare',
    'not (Description eq null)': 'full same half',
    'null eq null': ALL,
    'null ne null': '',
    'StartDate eq DueDate': 'same bare',
    'StartDate ne DueDate': 'full half',
    'not (StartDate eq DueDate)': 'full half',
    [`StartDate ne datetime'${MONDAY}'`]: 'half bare',
    "InspectionId ne guid'00000000-0000-0000-0000-000000000000'": ALL,
    'Title eq null': '',
    'Title ne null': ALL,
    "(Description eq 'rail') eq false": 'same bare',
    "(Description eq 'rail') ne true": 'same bare',
  });
});

test('O4: lt, le, gt and ge are false if an operand is null, so their negation is true', async () => {
  await expectMatches(tasks, {
    "Description lt 'b'": 'same',
    "Description ge 'b'": 'full half',
    "not (Description lt 'b')": 'full half bare',
    "not (Description ge 'b')": 'same bare',
    'StartDate lt DueDate': 'full',
    'StartDate le DueDate': 'full same',
    'StartDate ge DueDate': 'same',
    'not (StartDate lt DueDate)': 'same half bare',
    'not (StartDate gt DueDate)': ALL,
    'StartDate lt null': '',
    'null ge StartDate': '',
    'null le null': '',
    'not (null le null)': ALL,
    "(Description lt 'b') eq false": 'full half bare',
  });
});

test('O4: arithmetic with null returns null', async () => {
  await expectMatches(tasks, {
    'length(Description) add 1 eq 5': 'full same half',
    'length(Description) add 1 eq null': 'bare',
    'length(Description) sub 1 ne null': 'full same half',
    'length(Description) mul 0 eq 0': 'full same half',
    'length(Description) div 2 ne 2': 'bare',
    'length(Description) mod 2 eq null': 'bare',
    '-length(Description) eq null': 'bare',
    '1 add null eq null': ALL,
    'null div 0 eq null': ALL,
    '-null eq null': ALL,
  });
});

test('O4: functions with a null argument return null', async () => {
  await expectMatches(tasks, {
    "startswith(Description,'r')": 'full half',
    "startswith(Description,'r') eq null": 'bare',
    "startswith(Description,'r') ne true": 'same bare',
    "startswith(Description,'r') eq false": 'same',
    "endswith(Description,'l') eq null": 'bare',
    "substringof('ai',Description) eq null": 'bare',
    'substringof(Description,Title) eq null': 'bare',
    'length(Description) eq null': 'bare',
    "indexof(Description,'a') eq null": 'bare',
    "replace(Description,'a','b') eq null": 'bare',
    'substring(Description,1) eq null': 'bare',
    'substring(Description,1,2) eq null': 'bare',
    'tolower(Description) eq null': 'bare',
    'toupper(Description) eq null': 'bare',
    'trim(Description) eq null': 'bare',
    'concat(Title,Description) eq null': 'bare',
    'year(StartDate) eq null': 'half bare',
    'month(StartDate) ne 11': 'half bare',
    'day(StartDate) eq null': 'half bare',
    'hour(StartDate) eq null': 'half bare',
    'minute(StartDate) eq null': 'half bare',
    'second(StartDate) eq null': 'half bare',
    'round(length(Description) add 0.5) eq null': 'bare',
    'floor(length(Description) add 0.5) eq null': 'bare',
    'ceiling(length(Description) add 0.5m) eq null': 'bare',
    'startswith(Title,null)': '',
    'concat(Title,null) eq null': ALL,
  });
});

test('O4: not null is null, and a filter that evaluates to null matches nothing', async () => {
  await expectMatches(tasks, {
    "not startswith(Description,'r')": 'same',
    "not not startswith(Description,'r')": 'full half',
    "(not startswith(Description,'r')) eq null": 'bare',
    null: '',
    'not null': '',
  });
});

test('O4: "and" and "or" are three-valued: null or true is true, null and false is false, otherwise null stays null', async () => {
  const unknown = "startswith(Description,'r')";
  await expectMatches(tasks, {
    [`${unknown} or true`]: ALL,
    [`true or ${unknown}`]: ALL,
    [`${unknown} or false`]: 'full half',
    [`not (${unknown} or false)`]: 'same',
    [`${unknown} and true`]: 'full half',
    [`not (${unknown} and true)`]: 'same',
    [`not (${unknown} and false)`]: ALL,
    [`not (false and ${unknown})`]: ALL,
    [`(${unknown} and true) eq null`]: 'bare',
    [`(${unknown} or false) eq null`]: 'bare',
    [`(${unknown} and false) eq false`]: ALL,
    [`(${unknown} or true) eq true`]: ALL,
    'null or true': ALL,
    'not (null and false)': ALL,
    'null and true': '',
    'not (null or false)': '',
  });
});
