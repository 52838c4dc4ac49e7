import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { draft } from '#service/testing/caller.ts';
import { fillTasks } from '#service/testing/fill-tasks.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';

const LIST = '/api/services/custom/externaltask/getall';
/** More than fits between a server and a caller who does not read. */
const TASKS = 20_000;

const startWithTasks = async (t: TestContext) => {
  const opened: ClientRequest[] = [];
  // Before the service is closed, which waits for them.
  t.after(() => {
    for (const asked of opened) asked.destroy();
  });
  const service = await startService(t);
  const { db } = service.database;
  const { tenantId, userIds } = service.organisation;
  await fillTasks(db, tenantId, TASKS);
  const token = await grantToken(db, tenantId, userIds.erp!);
  /** The answer as soon as it begins; nothing of it is read. */
  const open = async (query: string, bearer = token): Promise<IncomingMessage> => {
    const asked = request(`${service.url}${LIST}${query}`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    opened.push(asked);
    asked.on('error', () => undefined);
    asked.end();
    const [answer] = await once(asked, 'response');
    return answer as IncomingMessage;
  };
  const activeQuestions = async () => {
    const rows = await run(
      db,
      `select from pg_stat_activity
       where datname = current_database() and query like $1 and state <> 'idle' and pid <> pg_backend_pid()`,
      ['%task.task_id, task.external_id%'],
    );
    return rows.length;
  };
  return { service, open, activeQuestions };
};

test('a list without $top is answered whole, in the order of creation', async (t) => {
  const { service } = await startWithTasks(t);
  const { body } = await (await service.as('erp')).get(`${LIST}?$select=ExternalId`);
  assert.equal(body.result.__count, TASKS);
  assert.deepEqual(
    body.result.results,
    Array.from({ length: TASKS }, (_, index) => ({ externalId: `T-${index + 1}` })),
  );
});

test('the tasks of a list are those of one moment, whatever happens while it is answered', async (t) => {
  const { service, open } = await startWithTasks(t);
  const erp = await service.as('erp');
  const answer = await open('?$select=ExternalId,Title&$inlinecount=allpages');
  await erp.task('post', draft({ externalId: 'NEW' }));
  await run(service.database.db, `update task set title = 'Changed', is_deleted = external_id = $1`, [
    `T-${TASKS}`,
  ]);
  const { results, __count } = JSON.parse((await answer.setEncoding('utf8').toArray()).join('')).result;
  assert.deepEqual([results.length, __count], [TASKS, TASKS]);
  const isAsBefore = ({ externalId, title }: Record<string, string>) =>
    externalId !== 'NEW' && title !== 'Changed';
  assert.ok(results.every(isAsBefore));
  assert.equal(results.at(-1).externalId, `T-${TASKS}`);
});

test('while eight sockets of one user read nothing, all lists of an application are answered whole', async (t) => {
  const { service, open } = await startWithTasks(t);
  const { organisation, database } = service;
  const admin = await grantToken(database.db, organisation.tenantId, organisation.userIds.admin!);
  const erp = await service.as('erp');
  const stalled = await Promise.all(Array.from({ length: 8 }, () => open('', admin)));
  assert.ok(stalled.some(({ statusCode }) => statusCode === 200));
  for (let lookup = 0; lookup < 14; lookup++) {
    assert.equal((await erp.get(`${LIST}?$top=20`)).body.result.results.length, 20);
    const list = await erp.get(`${LIST}?$filter=startswith(ExternalId,'T-19')`);
    assert.equal(list.body.result.results.length, 1_111);
  }
});

test('of sixty lists that one user does not read a few are open and the rest get 429; colleagues and other tenants are served', async (t) => {
  const { service, open } = await startWithTasks(t);
  const answers = await Promise.all(Array.from({ length: 60 }, () => open('')));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  assert.ok(refused.length >= 30, `${refused.length} refused`);
  assert.match(refused[0]!.headers['retry-after']!, /^[15]$/);
  assert.ok(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 429));
  const colleague = await service.as('coordinator');
  assert.equal((await colleague.get(LIST)).status, 200);
  const elsewhere = await service.fromElsewhere('erp');
  assert.equal((await elsewhere.get(LIST)).status, 200);
});

test('a reader who takes nothing holds no connection of the database', async (t) => {
  const { service, open } = await startWithTasks(t);
  const answer = await open('');
  assert.equal(answer.statusCode, 200);
  const transactions = () =>
    run(
      service.database.db,
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and xact_start is not null and query like $1`,
      ['%list%'],
    );
  while ((await transactions()).length > 0);
  // Everything is here for the reader, who takes it now.
  assert.equal(JSON.parse((await answer.setEncoding('utf8').toArray()).join('')).result.__count, TASKS);
});

test('the statement of a caller who goes away is ended', async (t) => {
  const { service, activeQuestions } = await startWithTasks(t);
  const token = await grantToken(
    service.database.db,
    service.organisation.tenantId,
    service.organisation.userIds.erp!,
  );
  const slow = `${"replace(concat(Title,Description),'a','b') eq 'x' or ".repeat(100)}Title eq 'x'`;
  const leaving = new AbortController();
  const asked = fetch(`${service.url}${LIST}?$top=1&$filter=${encodeURIComponent(slow)}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  let isAnswered = false;
  const answered = () => {
    isAnswered = true;
  };
  asked.then(answered, answered);
  while ((await activeQuestions()) === 0 && !isAnswered);
  leaving.abort();
  await assert.rejects(asked);
  while ((await activeQuestions()) > 0);
});
