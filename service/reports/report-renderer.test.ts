import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { Problem } from '#service/problem.ts';
import { createReportData } from '#service/testing/create-report-data.ts';
import { readPdf } from '#service/testing/read-pdf.ts';
import type { ReportJob } from './report-job.ts';
import { createReportRenderer, type RendererLimits, type ReportRenderer } from './report-renderer.ts';

const GENEROUS_LIMITS: RendererLimits = {
  waiting: { user: 20, tenant: 20, server: 20 },
  readers: 100,
  waitMs: 60_000,
  workMs: 60_000,
  idleMs: 60_000,
  heapMb: 512,
};

const createRenderer = (t: TestContext, limits: Partial<RendererLimits> = {}) => {
  const workerErrors: Error[] = [];
  const renderer = createReportRenderer((reason) => workerErrors.push(reason), {
    ...GENEROUS_LIMITS,
    ...limits,
  });
  t.after(() => renderer.close());
  return { renderer, workerErrors };
};

const FIELD: Field = { name: 'Text', type: 'longText', label: 'Text' };
const createJob = (text: string): ReportJob => ({
  data: createReportData([FIELD], { answers: { Text: text } }),
  pictures: new Map(),
});
/** Creates a job that takes more than three seconds and hundreds of megabytes. */
const createSlowJob = (): ReportJob => {
  const fields = Array.from({ length: 1_900 }, (_, index): Field => ({ ...FIELD, name: `Text${index}` }));
  const answers = Object.fromEntries(fields.map(({ name }) => [name, 'word '.repeat(90)]));
  return { data: createReportData(fields, { answers }), pictures: new Map() };
};

let reportCount = 0;
/** Renders a report that no other test requests. */
const render = (
  renderer: ReportRenderer,
  job: ReportJob | (() => Promise<ReportJob>),
  tenantId = 1,
  isShared = false,
) =>
  renderer.render(
    { tenantId, reportKey: `${reportCount++}`, disconnected: new AbortController().signal, isShared },
    async () => (typeof job === 'function' ? job() : job),
  );

const isOverloaded = (error: unknown) =>
  error instanceof Problem && error.kind === 'overloaded' && error.retryAfter !== undefined;

const isLimited = (error: unknown) =>
  error instanceof Problem && error.kind === 'limited' && error.retryAfter !== undefined;

test('concurrently requested reports do not mix their content', async (t) => {
  const { renderer } = createRenderer(t);
  const texts = Array.from({ length: 6 }, (_, number) => `Text of ${number}`);
  const pdfs = await Promise.all(texts.map((text, number) => render(renderer, createJob(text), number % 3)));
  for (const [number, pdf] of pdfs.entries())
    assert.match((await readPdf(pdf)).text, new RegExp(texts[number]!));
});

test('a report that exceeds the memory limit fails, and the next one succeeds', async (t) => {
  const { renderer, workerErrors } = createRenderer(t, { heapMb: 72 });
  await assert.rejects(render(renderer, createSlowJob()), isOverloaded);
  assert.equal((workerErrors[0] as NodeJS.ErrnoException).code, 'ERR_WORKER_OUT_OF_MEMORY');
  assert.match((await readPdf(await render(renderer, createJob('small')))).text, /small/);
});

test('a report that exceeds the time limit is aborted, and the next one succeeds', async (t) => {
  const { renderer, workerErrors } = createRenderer(t, { workMs: 2_000 });
  await render(renderer, createJob('warm'));
  await assert.rejects(render(renderer, createSlowJob()), isOverloaded);
  assert.match(workerErrors[0]!.message, /longer than 2000 ms/);
  assert.match((await readPdf(await render(renderer, createJob('small')))).text, /small/);
});

test('a report that is too long is rejected, and its worker thread is reused', async (t) => {
  const { renderer, workerErrors } = createRenderer(t);
  const long = createSlowJob();
  for (const name of Object.keys(long.data.inspection.answers)) {
    long.data.inspection.answers[name] = 'word '.repeat(900);
  }
  await assert.rejects(
    render(renderer, long),
    (error: Problem) => error.kind === 'invalid' && /words/.test(error.message),
  );
  assert.deepEqual(workerErrors, []);
});

test('an internal error is propagated, and the worker thread is reused', async (t) => {
  const { renderer, workerErrors } = createRenderer(t);
  const broken = createJob('x');
  broken.data.inspection.timeZone = 'Nowhere/Nothing';
  await assert.rejects(render(renderer, broken), RangeError);
  assert.match((await readPdf(await render(renderer, createJob('small')))).text, /small/);
  assert.deepEqual(workerErrors, []);
});

/** Creates a job that waits in its preparation until the test releases it. */
const createHeldJob = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { prepare: () => promise.then(() => createJob('held')), release: resolve };
};

test('a full queue rejects new requests but still serves the waiting ones', async (t) => {
  const { renderer } = createRenderer(t, { waiting: { user: 2, tenant: 20, server: 20 } });
  const { prepare, release } = createHeldJob();
  const first = render(renderer, prepare);
  // The first job must have started before the next ones are queued.
  await Promise.resolve();
  await Promise.resolve();
  const waiting = [render(renderer, createJob('one')), render(renderer, createJob('two'))];
  await assert.rejects(render(renderer, createJob('three')), isLimited);
  release();
  assert.equal((await Promise.all([first, ...waiting])).length, 3);
});

test('many requests through links do not block signed-in users', async (t) => {
  const { renderer } = createRenderer(t, { waiting: { user: 1, tenant: 2, server: 20 } });
  const { prepare, release } = createHeldJob();
  const first = render(renderer, prepare, 1, true);
  await Promise.resolve();
  await Promise.resolve();
  const waiting = render(renderer, createJob('by link'), 1, true);
  await assert.rejects(render(renderer, createJob('by link'), 1, true), isLimited);
  assert.match((await readPdf(await render(renderer, createJob('signed in')))).text, /signed in/);
  release();
  assert.equal((await Promise.all([first, waiting])).length, 2);
});

test('a tenant with many requests does not block another tenant', async (t) => {
  const { renderer } = createRenderer(t);
  const { prepare, release } = createHeldJob();
  const many = [render(renderer, prepare), render(renderer, prepare), render(renderer, prepare)];
  assert.match((await readPdf(await render(renderer, createJob('other'), 2))).text, /other/);
  release();
  await Promise.all(many);
});

test('concurrent requests for the same report render it once, but never share it with another tenant', async (t) => {
  const { renderer } = createRenderer(t, { waiting: { user: 1, tenant: 20, server: 20 } });
  const { prepare, release } = createHeldJob();
  const busy = render(renderer, prepare);
  // The first job must have started before the next ones are queued.
  await Promise.resolve();
  await Promise.resolve();
  let preparedCount = 0;
  const request = (tenantId: number) =>
    renderer.render(
      { tenantId, reportKey: 'same', disconnected: new AbortController().signal, isShared: false },
      async () => {
        preparedCount++;
        return createJob(`of tenant ${tenantId}`);
      },
    );
  const readers = Array.from({ length: 24 }, () => request(1));
  const other = await request(2);
  assert.match((await readPdf(other)).text, /of tenant 2/);
  release();
  const [first, ...rest] = await Promise.all(readers);
  assert.match((await readPdf(first!)).text, /of tenant 1/);
  for (const report of rest) assert.equal(report, first);
  assert.equal(preparedCount, 2);
  await busy;
});

test('a request leaves the queue when it has waited too long or the client disconnects', async (t) => {
  const { renderer } = createRenderer(t, { waitMs: 50 });
  const { prepare, release } = createHeldJob();
  const first = render(renderer, prepare);
  await assert.rejects(render(renderer, createJob('late')), isLimited);
  const caller = new AbortController();
  let isPrepared = false;
  const disconnected = renderer.render(
    { tenantId: 1, reportKey: 'gone', disconnected: caller.signal, isShared: false },
    async () => {
      isPrepared = true;
      return createJob('gone');
    },
  );
  caller.abort();
  await assert.rejects(disconnected, isOverloaded);
  release();
  await first;
  assert.equal(isPrepared, false);
});

test('an idle worker thread is terminated, and a new one is started on demand', async (t) => {
  const { renderer, workerErrors } = createRenderer(t, { idleMs: 1 });
  for (const text of ['one', 'two']) {
    assert.match((await readPdf(await render(renderer, createJob(text)))).text, new RegExp(text));
  }
  assert.deepEqual(workerErrors, []);
});
