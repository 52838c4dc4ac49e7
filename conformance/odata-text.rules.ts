import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectList, expectSuccess } from './expectations.ts';
import { clients, people } from './organisation.ts';
import { signInAsClient, signInWithPassword } from './sign-in.ts';
import { completeInspection, saveAnswers, startTask } from './task-lifecycle.ts';
import { createTasks, expectInvalidFilters, expectInvalidQuery, expectMatches } from './test-tasks.ts';

const integration = await signInAsClient(clients.integration);
const inspector = await signInWithPassword(people.inspector);

const textTasks = await createTasks(integration, {
  small: { title: 'rail', Height: 3.2 },
  large: { title: 'RAIL', Height: 4.2 },
  mixed: { title: 'Rail' },
  blank: { title: 'rail ' },
  // é as a single character, and as e with a combining accent.
  joined: { title: 'rail\u00e9' },
  accent: { title: 'raile\u0301' },
  umlaut: { title: 'ÄRGER' },
});

test('O5: strings are compared character by character: letter case, spaces and the encoding of accents matter', async () => {
  await expectMatches(textTasks, {
    "Title eq 'rail'": 'small',
    "Title eq 'RAIL'": 'large',
    "Title eq 'rAIL'": '',
    "Title eq 'rail '": 'blank',
    "Title eq 'rail\u00e9'": 'joined',
    "Title eq 'raile\u0301'": 'accent',
    "startswith(Title,'R')": 'large mixed',
    "endswith(Title,'L')": 'large',
    "substringof('ai',Title)": 'small mixed blank joined accent',
    "indexof(Title,'I') eq 2": 'large',
    "replace(Title,'R','r') eq 'rail'": 'small mixed',
  });
});

test('O5: lt, le and gt compare strings by the code points of their characters', async () => {
  await expectMatches(textTasks, {
    "Title lt 'a'": 'large mixed',
    "Title lt 'RAIM'": 'large',
    "Title gt 'rail'": 'blank joined accent umlaut',
    "Title gt 'z'": 'umlaut',
    "Title le 'Rail'": 'large mixed',
  });
});

test('O5; O6: $orderby also sorts strings by the code points of their characters', async () => {
  assert.deepEqual(await textTasks.listNames({ $orderby: 'Title' }), [
    ...['large', 'mixed', 'small', 'blank', 'accent', 'joined', 'umlaut'],
  ]);
  assert.deepEqual(await textTasks.listNames({ $orderby: 'Title desc', $top: '3' }), [
    'umlaut',
    'joined',
    'accent',
  ]);
});

test('O5: with tolower or toupper, comparisons ignore letter case, including that of accented letters', async () => {
  await expectMatches(textTasks, {
    "tolower(Title) eq 'rail'": 'small large mixed',
    "toupper(Title) eq 'RAIL'": 'small large mixed',
    "tolower(Title) eq 'ärger'": 'umlaut',
    "toupper(Title) eq 'RAIL\u00c9'": 'joined',
    "substringof('rail',tolower(Title)) and length(Title) eq 4": 'small large mixed',
  });
});

test('O5: lengths and positions in strings are counted in characters, not bytes', async () => {
  const signTasks = await createTasks(integration, { euro: { title: '5 €é' }, faces: { title: 'a😀b😀' } });
  await expectMatches(signTasks, {
    'length(Title) eq 4': 'euro faces',
    "indexof(Title,'b') eq 2": 'faces',
    "substring(Title,1,1) eq '😀'": 'faces',
    "Title eq 'a😀b😀'": 'faces',
    "endswith(Title,'é')": 'euro',
  });
});

const stateTasks = await createTasks(integration, {
  assigned: { title: 'Assigned' },
  active: { title: 'Closed' },
  canceled: {},
  done: {},
});
const findTask = async (name: string) => {
  const [row] = expectList(
    await stateTasks.list({ $filter: `ExternalId eq '${stateTasks.getExternalId(name)}'` }),
  );
  return { externalId: stateTasks.getExternalId(name), id: String(row?.id) };
};
await startTask(inspector, await findTask('active'));
await startTask(inspector, await findTask('canceled'));
expectSuccess(await integration.cancel(stateTasks.getExternalId('canceled')));
const inspectionId = await startTask(inspector, await findTask('done'));
await saveAnswers(inspector, inspectionId, { Height: 3.2 });
await completeInspection(inspector, inspectionId);

test('O10; contract, List tasks, options: State is a String property that contains the name of the state', async () => {
  await expectMatches(stateTasks, {
    "State eq 'Assigned'": 'assigned',
    "State eq 'Active'": 'active',
    "State eq 'Canceled'": 'canceled',
    "State eq 'Closed'": 'done',
    "'Active' eq State": 'active',
    "State ne 'Active'": 'assigned canceled done',
    "State eq 'Active' or State eq 'Closed'": 'active done',
    "startswith(State,'C')": 'canceled done',
    "length(State) eq 6 and tolower(State) eq 'active'": 'active',
    "State gt 'B'": 'canceled done',
    "State le 'Assigned'": 'assigned active',
    'State eq Title': 'assigned',
    'State ne null': 'assigned active canceled done',
    "concat(State,'!') eq 'Closed!'": 'done',
  });
  assert.deepEqual(await stateTasks.listNames({ $orderby: 'State' }), [
    'active',
    'assigned',
    'canceled',
    'done',
  ]);
  await expectInvalidFilters(integration, { 'State eq 2': 'String' });
});

test('O10: a name that is not a state matches no tasks', async () => {
  await expectMatches(stateTasks, {
    "State eq 'Nowhere'": '',
    "State eq 'active'": '',
    "State eq ''": '',
    "State eq '2'": '',
    "State ne 'Nowhere'": 'assigned active canceled done',
    'State eq null': '',
    "State eq 'New'": '',
  });
});

test('O10: values that exist only once a task has been started can be used in filters', async () => {
  await expectMatches(stateTasks, {
    'InspectionId eq null': 'assigned',
    'ActualStart ne null': 'active canceled done',
    'ActualEnd ne null': 'done',
    [`InspectionId eq guid'${inspectionId}'`]: 'done',
  });
});

const NOT_AVAILABLE = /custom properties are not available/i;

test('O8; contract, Task rule 2: custom properties in $filter, $orderby or $select are rejected as not available', async () => {
  for (const options of [
    { $filter: 'Height gt 3' },
    { $filter: "Title eq 'rail' and startswith(Height,'3')" },
    { $orderby: 'Height' },
    { $orderby: 'Title,Height desc' },
    { $select: 'ExternalId,Height' },
  ]) {
    assert.match(expectInvalidQuery(await integration.listTasks(options), 'Height'), NOT_AVAILABLE);
  }
});
