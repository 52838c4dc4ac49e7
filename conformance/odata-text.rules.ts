import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clients, people } from './organisation.ts';
import { finds, makeTasks, notValid, refuses } from './own-tasks.ts';
import { asClient, asPerson } from './sign-in.ts';
import { complete, answer as give, start } from './task-life.ts';
import { listed, succeeded } from './verdicts.ts';

const integration = await asClient(clients.integration);
const inspector = await asPerson(people.inspector);

const texts = await makeTasks(integration, {
  small: { title: 'rail', Height: 3.2 },
  large: { title: 'RAIL', Height: 4.2 },
  mixed: { title: 'Rail' },
  blank: { title: 'rail ' },
  // é as one character, and as e with an accent of its own.
  joined: { title: 'rail\u00e9' },
  accent: { title: 'raile\u0301' },
  umlaut: { title: 'ÄRGER' },
});

test('O5: texts are equal by each of their characters: letter case, blanks and forms of accents count', async () => {
  await finds(texts, {
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

test('O5: texts are less and greater by the numbers of their characters', async () => {
  await finds(texts, {
    "Title lt 'a'": 'large mixed',
    "Title lt 'RAIM'": 'large',
    "Title gt 'rail'": 'blank joined accent umlaut',
    "Title gt 'z'": 'umlaut',
    "Title le 'Rail'": 'large mixed',
  });
});

test('O5; O6: $orderby follows the same order', async () => {
  assert.deepEqual(await texts.names({ $orderby: 'Title' }), [
    ...['large', 'mixed', 'small', 'blank', 'accent', 'joined', 'umlaut'],
  ]);
  assert.deepEqual(await texts.names({ $orderby: 'Title desc', $top: '3' }), ['umlaut', 'joined', 'accent']);
});

test('O5: tolower and toupper make letter case not matter, in every language', async () => {
  await finds(texts, {
    "tolower(Title) eq 'rail'": 'small large mixed',
    "toupper(Title) eq 'RAIL'": 'small large mixed',
    "tolower(Title) eq 'ärger'": 'umlaut',
    "toupper(Title) eq 'RAIL\u00c9'": 'joined',
    "substringof('rail',tolower(Title)) and length(Title) eq 4": 'small large mixed',
  });
});

test('O5: a text is counted in characters, however many bytes they take', async () => {
  const signs = await makeTasks(integration, { euro: { title: '5 €é' }, faces: { title: 'a😀b😀' } });
  await finds(signs, {
    'length(Title) eq 4': 'euro faces',
    "indexof(Title,'b') eq 2": 'faces',
    "substring(Title,1,1) eq '😀'": 'faces',
    "Title eq 'a😀b😀'": 'faces',
    "endswith(Title,'é')": 'euro',
  });
});

const states = await makeTasks(integration, {
  waiting: { title: 'Assigned' },
  begun: { title: 'Closed' },
  canceled: {},
  done: {},
});
const idOf = async (name: string) => {
  const [row] = listed(await states.ask({ $filter: `ExternalId eq '${states.externalId(name)}'` }));
  return { externalId: states.externalId(name), id: String(row?.id) };
};
await start(inspector, await idOf('begun'));
await start(inspector, await idOf('canceled'));
succeeded(await integration.cancel(states.externalId('canceled')));
const inspection = await start(inspector, await idOf('done'));
await give(inspector, inspection, { Height: 3.2 });
await complete(inspector, inspection);

test("O10; contract, List tasks, options: State is the state's name, in a property of type String", async () => {
  await finds(states, {
    "State eq 'Assigned'": 'waiting',
    "State eq 'Active'": 'begun',
    "State eq 'Canceled'": 'canceled',
    "State eq 'Closed'": 'done',
    "'Active' eq State": 'begun',
    "State ne 'Active'": 'waiting canceled done',
    "State eq 'Active' or State eq 'Closed'": 'begun done',
    "startswith(State,'C')": 'canceled done',
    "length(State) eq 6 and tolower(State) eq 'active'": 'begun',
    "State gt 'B'": 'canceled done',
    "State le 'Assigned'": 'waiting begun',
    'State eq Title': 'waiting',
    'State ne null': 'waiting begun canceled done',
    "concat(State,'!') eq 'Closed!'": 'done',
  });
  assert.deepEqual(await states.names({ $orderby: 'State' }), ['begun', 'waiting', 'canceled', 'done']);
  await refuses(integration, { 'State eq 2': 'String' });
});

test('O10: a state that does not exist matches nothing', async () => {
  await finds(states, {
    "State eq 'Nowhere'": '',
    "State eq 'active'": '',
    "State eq ''": '',
    "State eq '2'": '',
    "State ne 'Nowhere'": 'waiting begun canceled done',
    'State eq null': '',
    "State eq 'New'": '',
  });
});

test('O10: what exists only once a task is started can be asked for', async () => {
  await finds(states, {
    'InspectionId eq null': 'waiting',
    'ActualStart ne null': 'begun canceled done',
    'ActualEnd ne null': 'done',
    [`InspectionId eq guid'${inspection}'`]: 'done',
  });
});

const NOT_AVAILABLE = /custom properties are not available/i;

test('O8; contract, Task rule 2: custom properties are not available to filters, orders and selections, which the refusal says', async () => {
  for (const options of [
    { $filter: 'Height gt 3' },
    { $filter: "Title eq 'rail' and startswith(Height,'3')" },
    { $orderby: 'Height' },
    { $orderby: 'Title,Height desc' },
    { $select: 'ExternalId,Height' },
  ]) {
    assert.match(notValid(await integration.tasks(options), 'Height'), NOT_AVAILABLE);
  }
});
