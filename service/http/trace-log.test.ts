import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#contract/limits.ts';
import { openRawClient } from '#service/testing/raw-http.ts';
import { startService } from '#service/testing/start-service.ts';

const CANARY = 'canary-7f3a';

test('the trace log contains neither headers nor bodies', async (t) => {
  const { url, as, logLines } = await startService(t);
  const admin = await as('admin');
  const secrets = [
    `authorization: Bearer ronda_1_${CANARY}`,
    `cookie: __Host-ronda-session=${CANARY}; ronda-session=${CANARY}`,
    `x-requested-with: ${CANARY}`,
    `idempotency-key: ${CANARY}`,
    `user-agent: ${CANARY}`,
  ].join('\r\n');
  const json = JSON.stringify({ title: CANARY, password: CANARY });
  const form = `grant_type=password&username=${CANARY}&password=${CANARY}&tenancyName=default`;
  const request = (line: string, headers: string, body = '') =>
    `${line} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${secrets}\r\n${headers}\r\n${body}`;
  const requestWithBody = (line: string, type: string, body: string) =>
    request(line, `content-type: ${type}\r\ncontent-length: ${body.length}\r\n`, body);
  const requests: [bytes: string, status: number][] = [
    [request('GET /health/live', ''), 200],
    [request('GET /api/v1/me', ''), 401],
    [request('GET /nothing', ''), 404],
    [request('GET /%zz', ''), 400],
    [requestWithBody('POST /health/live', 'application/json', json), 405],
    [requestWithBody('POST /token', 'application/x-www-form-urlencoded', form), 400],
    [requestWithBody('POST /token', 'application/x-www-form-urlencoded', form + CANARY.repeat(100_000)), 400],
    [requestWithBody('POST /sign-in', 'application/x-www-form-urlencoded', form), 400],
    [request('GET /health/live', `broken ${CANARY}\r\n`), 400],
    [request('GET /health/live', `x-long: ${CANARY.repeat(limits.headers / 8)}\r\n`), 431],
    [request('POST /token', 'transfer-encoding: chunked\r\n', `${CANARY}\r\n`), 400],
    [request('POST /token', 'transfer-encoding: chunked\r\ncontent-length: 5\r\n', CANARY), 400],
    [`${CANARY} / HTTP/1.1\r\n${secrets}\r\n\r\n`, 400],
  ];
  for (const [bytes, status] of requests) {
    const client = await openRawClient(url);
    client.send(bytes);
    assert.equal((await client.responses)[0]?.status, status, bytes.slice(0, 80));
  }
  const tasks = '/api/v1/tasks';
  const responses = [
    await admin.post(tasks, { title: CANARY, secret: CANARY }),
    await admin.post(tasks, Buffer.from(`{"title":"${CANARY}`), { 'content-type': 'application/json' }),
    await admin.post(tasks, CANARY, { 'content-type': 'text/plain' }),
    await admin.post(tasks, CANARY.repeat(1_000_000), { 'content-type': 'application/json' }),
    await admin.post('/api/services/custom/externaltask/post', { title: CANARY }),
    await admin.post(
      tasks,
      { title: 'T', teamName: CANARY, workbookName: CANARY },
      { 'idempotency-key': CANARY },
    ),
  ];
  assert.deepEqual(
    responses.map(({ status }) => status),
    [422, 422, 415, 413, 200, 422],
  );
  assert.ok(logLines.length > requests.length, 'responses are logged at this level');
  assert.deepEqual(
    logLines.filter((line) => line.includes('canary') || line.includes(Buffer.from(CANARY).join())),
    [],
  );
});
