import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { draft } from '#service/testing/caller.ts';
import { fillTasks } from '#service/testing/fill-tasks.ts';
import { createOrganisation, grantToken } from '#service/testing/organisation.ts';
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

test('four callers of a tenant are streamed to at once; a fifth is told to come back, other tenants and pages are served', async (t) => {
  const { service, open } = await startWithTasks(t);
  const streams = await Promise.all(Array.from({ length: 4 }, () => open('')));
  for (const stream of streams) assert.equal(stream.statusCode, 200);
  const refused = await open('');
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [503, '1']);
  const { body } = await (await service.as('erp')).get(`${LIST}?$top=20`);
  assert.equal(body.result.results.length, 20);
  const { db } = service.database;
  const other = await createOrganisation(db, 'other');
  await fillTasks(db, other.tenantId, TASKS);
  const elsewhere = await open('', await grantToken(db, other.tenantId, other.userIds.erp!));
  assert.equal(elsewhere.statusCode, 200);
  // Whoever goes makes room.
  streams[0]!.destroy();
  assert.equal((await open('')).statusCode, 200);
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
