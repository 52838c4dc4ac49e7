import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clients, emailOf, people, teams } from './organisation.ts';
import { asClient } from './sign-in.ts';
import { newExternalId, taskDraft, unknownName } from './task-draft.ts';
import { readTask } from './task-life.ts';
import { refusedFor, succeeded } from './verdicts.ts';

const integration = await asClient(clients.integration);
const planner = await asClient(clients.planner);

const createFor = (assignedUserName: string) => integration.create(taskDraft({ assignedUserName }));
const createIn = (teamName: string) => integration.create(taskDraft({ teamName }));

test('T6: a person of each group that performs may be assigned: Administrators, Coordinators, Inspectors', async () => {
  for (const userName of [people.teamLead, people.coordinator, people.inspector]) {
    succeeded(await createFor(userName));
  }
});

test('T6: a person is found by user name or e-mail address in any letter case', async () => {
  for (const name of [people.inspector.toUpperCase(), emailOf(people.inspector).toUpperCase()]) {
    succeeded(await createFor(name));
  }
});

test('T6; contract, Errors 1: who is unknown, inactive, of another team, or only a viewer there cannot be assigned, each for its own reason', async () => {
  const stranger = unknownName();
  const reasons = [];
  for (const name of [stranger, people.inactive, people.outsider, people.watcher]) {
    reasons.push(refusedFor(await createFor(name), name).replace(name, ''));
  }
  assert.equal(new Set(reasons).size, reasons.length, reasons.join('\n'));
});

test('T6: a person of another tenant cannot be assigned', async () => {
  const message = refusedFor(await createFor(people.stranger), people.stranger);
  const stranger = unknownName();
  assert.equal(message.replace(people.stranger, stranger), refusedFor(await createFor(stranger), stranger));
});

test('T7; contract, Limits, uniqueness: a team is found by its title in any letter case', async () => {
  succeeded(await createIn(teams.north.toUpperCase()));
});

test('T7: an unknown team is refused by its name', async () => {
  const stranger = unknownName();
  refusedFor(await createIn(stranger), stranger);
});

test('contract, Flags; T7: in a team that is not active nothing can be created or assigned', async () => {
  const reason = refusedFor(await createIn(teams.closed), teams.closed);
  assert.match(reason, /not active/i);

  const draft = taskDraft();
  succeeded(await integration.create(draft));
  refusedFor(await integration.edit({ ...draft, teamName: teams.closed }), teams.closed);
  assert.equal((await readTask(integration, draft.externalId)).teamName, teams.north);
});

test('T7: edit judges team and person as create does', async () => {
  const draft = taskDraft();
  succeeded(await integration.create(draft));
  const stranger = unknownName();
  refusedFor(await integration.edit({ ...draft, teamName: stranger }), stranger);
  refusedFor(await integration.edit({ ...draft, assignedUserName: people.outsider }), people.outsider);
  assert.deepEqual(await readTask(integration, draft.externalId), { ...draft, state: 'Assigned' });
});

test('W10: a name that is nearly right gets the nearest one as a hint', async () => {
  const near = (name: string) => name.replace('n', 'nn');
  for (const [field, name] of [
    ['teamName', teams.north],
    ['assignedUserName', people.inspector],
  ] as const) {
    const message = refusedFor(await integration.create(taskDraft({ [field]: near(name) })), near(name));
    assert.ok(message.includes(`Did you mean '${name}'?`), message);
  }
});

test('W10; T19: a hint never reveals a name that the caller may not see', async () => {
  for (const [field, given, hidden] of [
    ['teamName', 'Conformance souths', teams.south],
    ['assignedUserName', 'cfOutsiderr', people.outsider],
    ['workbookName', 'ConformanceElsewheres', 'ConformanceElsewhere'],
  ] as const) {
    const seen = refusedFor(await integration.create(taskDraft({ [field]: given })), given);
    assert.ok(seen.includes(`'${hidden}'`), `the integration sees everything: ${seen}`);
    const message = refusedFor(await planner.create(taskDraft({ [field]: given })), given);
    assert.ok(!message.includes(`'${hidden}'`), message);
  }
});

test('T19: a team that the caller may not see answers as one that does not exist', async () => {
  const [hidden, unknown] = [teams.south, unknownName()];
  const reasonFor = async (teamName: string) =>
    refusedFor(await planner.create(taskDraft({ teamName })), teamName)
      .replace(teamName, '')
      .replace(/ Did you mean .*/, '');
  assert.equal(await reasonFor(hidden), await reasonFor(unknown));
});

test('T19: a planner creates tasks in their own teams', async () => {
  const externalId = newExternalId();
  succeeded(await planner.create(taskDraft({ externalId })));
  assert.equal((await readTask(planner, externalId)).teamName, teams.north);
});
