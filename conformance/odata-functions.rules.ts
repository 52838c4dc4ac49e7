import { test } from 'node:test';
import { clients } from './organisation.ts';
import { signInAsClient } from './sign-in.ts';
import { createTasks, expectInvalidFilters, expectMatches } from './test-tasks.ts';

const integration = await signInAsClient(clients.integration);
/** Each task has WorkbookVersionCode 2. */
const tasks = await createTasks(integration, {
  rail: { title: 'Railing', description: '  in blanks\t', dueDate: '2026-11-21T08:05:09.750Z' },
  deck: { title: 'Deck of the bridge', description: 'a-b-a', dueDate: '2027-02-28T23:59:59.999Z' },
  // In UTC, this is the previous day.
  pier: { title: 'Pier', description: '', dueDate: '2027-03-01T00:30:00+02:00' },
});
const ALL = 'rail deck pier';

test('O2: substringof searches its second argument for its first', async () => {
  await expectMatches(tasks, {
    "substringof('ailin',Title)": 'rail',
    "substringof('bridge',Title) eq true": 'deck',
    "substringof(Title,'The Pier of old')": 'pier',
    "substringof('nowhere',Title)": '',
    "substringof('',Title)": ALL,
    "substringof('e',Title) eq false": 'rail',
  });
});

test('O2: startswith and endswith test whether the first argument starts or ends with the second', async () => {
  await expectMatches(tasks, {
    "startswith(Title,'Rail')": 'rail',
    "startswith(Title,'ail')": '',
    "startswith(Title,'')": ALL,
    "startswith('Piers',Title)": 'pier',
    "endswith(Title,'ing')": 'rail',
    "endswith(Title,'bridge') eq true": 'deck',
    "endswith(Title,'Rail')": '',
    "endswith(Title,'')": ALL,
    "endswith(Title,'A Pier')": '',
    "endswith('A Pier',Title)": 'pier',
  });
});

test('O2: search strings are taken literally, even if they contain wildcards of SQL or regular expressions', async () => {
  const wildcards = await createTasks(integration, {
    percent: { title: '100% done' },
    underscore: { title: 'a_b' },
    backslash: { title: 'a\\b' },
    brackets: { title: 'a[b].*' },
    letters: { title: 'axb' },
  });
  await expectMatches(wildcards, {
    "substringof('%',Title)": 'percent',
    "substringof('_',Title)": 'underscore',
    "substringof('\\',Title)": 'backslash',
    "substringof('.*',Title)": 'brackets',
    "startswith(Title,'a_')": 'underscore',
    "startswith(Title,'a[')": 'brackets',
    "endswith(Title,'\\b')": 'backslash',
    "endswith(Title,'_b')": 'underscore',
    "indexof(Title,'%') eq 3": 'percent',
    "replace(Title,'.*','') eq 'a[b]'": 'brackets',
  });
});

test('O2: length counts characters; indexof returns a zero-based position, or -1 if nothing is found', async () => {
  await expectMatches(tasks, {
    'length(Title) eq 7': 'rail',
    'length(Description) eq 0': 'pier',
    'length(Title) gt 4': 'rail deck',
    "indexof(Title,'Pier') eq 0": 'pier',
    "indexof(Title,'i') eq 1": 'pier',
    "indexof(Title,'i') eq 2": 'rail',
    "indexof(Title,'zzz') eq -1": ALL,
    "indexof(Description,'a') eq 0": 'deck',
    "indexof(Title,'') eq 0": ALL,
  });
});

test('O2: replace replaces every occurrence of a string', async () => {
  await expectMatches(tasks, {
    "replace(Title,'ing','er') eq 'Railer'": 'rail',
    "replace(Description,'a','') eq '-b-'": 'deck',
    "replace(Description,'a','aa') eq 'aa-b-aa'": 'deck',
    "replace(Title,'zzz','y') eq Title": ALL,
  });
});

test('O2: substring returns part of a string, from a position and with an optional maximum length', async () => {
  await expectMatches(tasks, {
    "substring(Title,4) eq 'ing'": 'rail',
    "substring(Title,0) eq 'Pier'": 'pier',
    "substring(Title,0,4) eq 'Deck'": 'deck',
    "substring(Title,1,2) eq 'ai'": 'rail',
    "substring(Title,4) eq ''": 'pier',
    "substring(Title,0,0) eq ''": ALL,
    "substring(Title,2,100) eq 'er'": 'pier',
    "substring(Title,length(Title) sub 1) eq 'g'": 'rail',
  });
});

test('O2: tolower and toupper change the letter case, trim removes white space at both ends, and concat joins strings', async () => {
  await expectMatches(tasks, {
    "tolower(Title) eq 'railing'": 'rail',
    "toupper(Title) eq 'PIER'": 'pier',
    "trim(Description) eq 'in blanks'": 'rail',
    "concat(Title,'s') eq 'Piers'": 'pier',
    "concat(concat(Title,' '),Description) eq 'Deck of the bridge a-b-a'": 'deck',
    "startswith(toupper(substring(concat(trim(Description),Title),3)),'BLANKSRAIL')": 'rail',
  });
});

test('O2: year, month, day, hour, minute and second return parts of a date in UTC', async () => {
  await expectMatches(tasks, {
    'year(DueDate) eq 2026': 'rail',
    'month(DueDate) eq 2': 'deck pier',
    'day(DueDate) eq 28': 'deck pier',
    'hour(DueDate) eq 8': 'rail',
    'hour(DueDate) eq 22': 'pier',
    'minute(DueDate) eq 5': 'rail',
    'minute(DueDate) ge 30': 'deck pier',
    'second(DueDate) eq 9': 'rail',
    'second(DueDate) eq 59': 'deck',
    'year(DueDate) mul 100 add month(DueDate) eq 202702': 'deck pier',
    "year(datetime'1999-12-31T23:59:59') eq 1999": ALL,
    'year(CreationTime) ge 2024': ALL,
  });
});

test('O2: hour, minute and second also accept a duration', async () => {
  await expectMatches(tasks, {
    "hour(time'PT13H20M30S') eq 13": ALL,
    "minute(time'PT13H20M30S') eq 20": ALL,
    "second(time'PT13H20M30.9S') eq 30": ALL,
    "second(time'PT13H20M30S') eq 31": '',
  });
});

test('O2; O3: round, floor and ceiling return whole numbers; round rounds halves away from zero', async () => {
  await expectMatches(tasks, {
    'round(WorkbookVersionCode add 0.4) eq 2': ALL,
    'round(WorkbookVersionCode add 0.5) eq 3': ALL,
    'round(WorkbookVersionCode sub 4.5) eq -3': ALL,
    'round(0.5) eq 1': ALL,
    'round(-0.5) eq -1': ALL,
    'round(2.4m) eq 2m': ALL,
    'round(WorkbookVersionCode add 0.5m) eq 3m': ALL,
    'round(-2.5m) eq -3m': ALL,
    'floor(WorkbookVersionCode add 0.9) eq 2': ALL,
    'floor(-0.5) eq -1': ALL,
    'floor(2.9m) eq 2m': ALL,
    'floor(length(Title) div 2.0) eq 3': 'rail',
    'ceiling(WorkbookVersionCode add 0.1) eq 3': ALL,
    'ceiling(-0.5) eq 0': ALL,
    'ceiling(2.1m) eq 3m': ALL,
    'ceiling(length(Title) div 2.0) eq 4': 'rail',
  });
});

test("O2; O3: a function with the wrong number or types of arguments is rejected, and the error shows the function's signature", async () => {
  await expectInvalidFilters(integration, {
    "startswith(Title) eq 'x'": 'startswith(String, String)',
    'startswith(Title,1)': 'startswith(String, String)',
    'length(WorkbookVersionCode) eq 1': 'length(String)',
    "substring(Title,'1') eq 'x'": 'substring(String, Int32)',
    'year(Title) eq 2026': 'year(DateTime)',
    "year('2026-11-21T00:00:00Z') eq 2026": 'year(DateTime)',
    'tolower(Id) eq null': 'tolower(String)',
    "round('2.5') eq 3": 'round(',
    "day(time'PT1H') eq 1": 'day(DateTime)',
    "indexof(Title,'a','b') eq 1": 'indexof(String, String)',
  });
});

test('O2: an unknown function is rejected, and the error suggests a similar one', async () => {
  await expectInvalidFilters(integration, {
    "startwith(Title,'Rail')": 'startswith',
    "reverse(Title) eq 'x'": 'reverse',
    'toString(Title) eq null': 'toString',
  });
});

test('O2: any, all, isof, cast and geography are rejected as not supported', async () => {
  await expectInvalidFilters(integration, {
    "ItemsToInspect/any(i: i eq 'CF-BR-1')": 'not supported',
    "ItemsToInspect/all(i: i eq 'CF-BR-1')": 'not supported',
    'ItemsToInspect/any()': 'not supported',
    "isof('Edm.String')": 'not supported',
    "isof(Title,'Edm.String')": 'not supported',
    "cast(Title,'Edm.Int32') eq 1": 'not supported',
    "geo.distance(Title,geography'POINT(1 1)') lt 1": 'not supported',
    "Title eq geography'POINT(1 1)'": 'not supported',
    "Title eq geometry'POINT(1 1)'": 'not supported',
  });
});
