import { test } from 'node:test';
import { clients } from './organisation.ts';
import { signInAsClient } from './sign-in.ts';
import { createTasks, expectInvalidFilters, expectMatches } from './test-tasks.ts';

const integration = await signInAsClient(clients.integration);
/** Each task has WorkbookVersionCode 2. */
const tasks = await createTasks(integration, {
  arch: { title: 'Arch', description: 'Old', dueDate: '2026-12-01T08:00:00Z' },
  beam: { title: 'Beam', description: 'New', dueDate: '2026-12-02T08:00:00Z' },
  cable: { title: 'Cable', description: 'Old', dueDate: '2026-12-03T08:00:00Z' },
});
const ALL = 'arch beam cable';

test('O2; contract, List tasks, options: eq, ne, lt, le, gt and ge compare values', async () => {
  await expectMatches(tasks, {
    "Title eq 'Beam'": 'beam',
    "Title ne 'Beam'": 'arch cable',
    "Title lt 'Beam'": 'arch',
    "Title le 'Beam'": 'arch beam',
    "Title gt 'Beam'": 'cable',
    "Title ge 'Beam'": 'beam cable',
    "DueDate lt datetime'2026-12-02T08:00:00Z'": 'arch',
    "DueDate le datetime'2026-12-02T08:00:00Z'": 'arch beam',
    "DueDate gt datetime'2026-12-02T08:00:00Z'": 'cable',
    "DueDate ge datetime'2026-12-02T08:00:00Z'": 'beam cable',
    'WorkbookVersionCode eq 2': ALL,
    'WorkbookVersionCode ne 2': '',
    'WorkbookVersionCode lt 2': '',
    'WorkbookVersionCode le 2': ALL,
    'WorkbookVersionCode gt 1': ALL,
    'WorkbookVersionCode ge 3': '',
  });
});

test('O2: each side of a comparison can be a property, a literal or an expression', async () => {
  await expectMatches(tasks, {
    "'Beam' eq Title": 'beam',
    "'Beam' lt Title": 'cable',
    'Title eq Title': ALL,
    'TeamName eq WorkAreaTitle': ALL,
    'Title eq Description': '',
    'length(Title) gt WorkbookVersionCode mul 2': 'cable',
    '2 eq 2': ALL,
    '2 eq 3': '',
  });
});

test('O2: "and", "or" and "not" combine conditions', async () => {
  await expectMatches(tasks, {
    "Title gt 'Arch' and Description eq 'Old'": 'cable',
    "Title eq 'Arch' or Title eq 'Cable'": 'arch cable',
    "not (Title eq 'Beam')": 'arch cable',
    "not startswith(Title,'B')": 'arch cable',
    "not not (Title eq 'Beam')": 'beam',
    "Title eq 'Arch' or Title eq 'Beam' or Title eq 'Cable'": ALL,
    "Title ne 'Arch' and Title ne 'Beam' and Title ne 'Cable'": '',
    true: ALL,
    false: '',
    IsPublished: ALL,
    'IsPublished and not IsDeleted': ALL,
    'not IsPublished': '',
    'IsPublished eq true': ALL,
    'IsDeleted ne false': '',
  });
});

test('O2: add, sub, mul, div, mod and the minus sign do arithmetic', async () => {
  await expectMatches(tasks, {
    'WorkbookVersionCode add 3 eq 5': ALL,
    'WorkbookVersionCode sub 3 eq -1': ALL,
    'WorkbookVersionCode mul 3 eq 6': ALL,
    'WorkbookVersionCode div 2 eq 1': ALL,
    '7 div WorkbookVersionCode eq 3': ALL,
    '7 mod WorkbookVersionCode eq 1': ALL,
    '-WorkbookVersionCode eq -2': ALL,
    '-(WorkbookVersionCode add 1) eq -3': ALL,
    '- length(Title) eq -5': 'cable',
    '--WorkbookVersionCode eq 2': ALL,
    'WorkbookVersionCode add 3 eq 6': '',
    'length(Title) mod 2 eq 0': 'arch beam',
    'length(Title) mod 2 eq 1': 'cable',
  });
});

test('O2: precedence decreases in the order mul/div/mod, add/sub, lt/le/gt/ge, eq/ne, and, or', async () => {
  await expectMatches(tasks, {
    '1 add WorkbookVersionCode mul 3 eq 7': ALL,
    '(1 add WorkbookVersionCode) mul 3 eq 9': ALL,
    '10 sub 4 div WorkbookVersionCode eq 8': ALL,
    '7 sub 7 mod 4 eq 4': ALL,
    '-WorkbookVersionCode add 5 eq 3': ALL,
    '1 lt WorkbookVersionCode add 1 eq true': ALL,
    'true eq 1 lt WorkbookVersionCode': ALL,
    "Title eq 'Arch' or Title eq 'Beam' and Description eq 'Old'": 'arch',
    "(Title eq 'Arch' or Title eq 'Beam') and Description eq 'Old'": 'arch',
    "Description eq 'New' or Description eq 'Old' and Title eq 'Cable'": 'beam cable',
    "(Description eq 'New' or Description eq 'Old') and Title eq 'Cable'": 'cable',
    "not IsDeleted and Title eq 'Beam'": 'beam',
    "not IsPublished or Title eq 'Beam'": 'beam',
  });
});

test('O2: operators of the same precedence are evaluated from left to right', async () => {
  await expectMatches(tasks, {
    '10 sub 4 sub WorkbookVersionCode eq 4': ALL,
    '10 sub (4 sub WorkbookVersionCode) eq 8': ALL,
    '12 div WorkbookVersionCode mul 3 eq 18': ALL,
    '12 div (WorkbookVersionCode mul 3) eq 2': ALL,
    '17 mod 7 mod WorkbookVersionCode eq 1': ALL,
    'WorkbookVersionCode eq 2 eq true': ALL,
  });
});

test('O2: "not" and the minus sign bind most tightly: "not Title eq …" negates only the title and is rejected', async () => {
  await expectInvalidFilters(integration, {
    "not Title eq 'Beam'": 'position 0',
    "-Title eq 'Beam'": 'position 0',
  });
});

test('O2: parentheses and spaces are accepted around every operand', async () => {
  await expectMatches(tasks, {
    "((Title)eq('Beam'))": 'beam',
    "Title eq'Beam'": 'beam',
    "Title eq'Beam'or'Arch'eq Title": 'arch beam',
    "DueDate lt datetime'2026-12-03'and'Arch'ne Title": 'beam',
    "  Title   eq   'Beam'  ": 'beam',
    "startswith( Title , 'B' )": 'beam',
    "(Title eq 'Beam')or(Title eq 'Arch')": 'arch beam',
    "not(Title eq 'Beam')": 'arch cable',
  });
});

test('O2: operators, functions and property names are case-sensitive', async () => {
  await expectInvalidFilters(integration, {
    "title eq 'Beam'": 'Title',
    "TITLE eq 'Beam'": 'Title',
    "Title EQ 'Beam'": 'eq',
    'true AND true': 'and',
    'Not IsDeleted': 'lower case: not',
    'NOT (IsDeleted)': 'lower case: not',
    'true and NOT IsDeleted': 'lower case: not',
    "StartsWith(Title,'B')": 'startswith',
    "TOLOWER(Title) eq 'beam'": 'tolower',
  });
});

test('O2: an invalid expression is rejected, and the error states the position', async () => {
  await expectInvalidFilters(integration, {
    'Title eq': 'position 8',
    "eq 'Beam'": 'position 0',
    "(Title eq 'Beam'": 'position 16',
    "Title eq 'Beam')": 'position 15',
    "Title 'Beam'": 'position 6: expected an operator',
    'true true': 'position 5: expected an operator',
    "Title eq 'Beam": 'position 9',
    'true and': 'position 8',
    'startswith(Title': 'position 16',
    "startswith(Title,'B'": 'position 20',
    'length()': 'position 0',
    "Title eq 'Beam' Title": 'position 16',
    'Title eq Title2': 'position 9',
    '()': 'position 1',
  });
});
