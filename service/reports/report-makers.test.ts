import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { Problem } from '#service/problem.ts';
import { readPdf } from '#service/testing/read-pdf.ts';
import { reportFacts } from '#service/testing/report-facts.ts';
import type { ReportJob } from './report-job.ts';
import { createReportMakers, type MakerLimits, type ReportMakers } from './report-makers.ts';

const GENEROUS: MakerLimits = {
  waiting: { user: 20, tenant: 20, server: 20 },
  readers: 100,
  waitMs: 60_000,
  workMs: 60_000,
  idleMs: 60_000,
  heapMb: 512,
};

const open = (t: TestContext, limits: Partial<MakerLimits> = {}) => {
  const lost: Error[] = [];
  const makers = createReportMakers((reason) => lost.push(reason), { ...GENEROUS, ...limits });
  t.after(() => makers.close());
  return { makers, lost };
};

const FIELD: Field = { name: 'Text', type: 'longText', label: 'Text' };
const job = (text: string): ReportJob => ({
  facts: reportFacts([FIELD], { answers: { Text: text } }),
  pictures: new Map(),
});
/** Three seconds of work and more, and hundreds of megabytes. */
const endless = (): ReportJob => {
  const fields = Array.from({ length: 1_900 }, (_, place): Field => ({ ...FIELD, name: `Text${place}` }));
  const answers = Object.fromEntries(fields.map(({ name }) => [name, 'word '.repeat(90)]));
  return { facts: reportFacts(fields, { answers }), pictures: new Map() };
};

let subjects = 0;
/** Makes a report that nobody else asks for. */
const make = (
  makers: ReportMakers,
  prepared: ReportJob | (() => Promise<ReportJob>),
  tenantId = 1,
  isByLink = false,
) =>
  makers.make(
    { tenantId, subject: `${subjects++}`, gone: new AbortController().signal, isByLink },
    async () => (typeof prepared === 'function' ? prepared() : prepared),
  );

const overloaded = (error: unknown) =>
  error instanceof Problem && error.kind === 'overloaded' && error.retryAfter !== undefined;

const tooMany = (error: unknown) =>
  error instanceof Problem && error.kind === 'limited' && error.retryAfter !== undefined;

test('reports that are wanted at once are all made, each its own', async (t) => {
  const { makers } = open(t);
  const texts = Array.from({ length: 6 }, (_, number) => `Text of ${number}`);
  const made = await Promise.all(texts.map((text, number) => make(makers, job(text), number % 3)));
  for (const [number, pdf] of made.entries())
    assert.match((await readPdf(pdf)).text, new RegExp(texts[number]!));
});

test('one that needs more memory than there is ends alone, and the next is made', async (t) => {
  const { makers, lost } = open(t, { heapMb: 72 });
  await assert.rejects(make(makers, endless()), overloaded);
  assert.equal((lost[0] as NodeJS.ErrnoException).code, 'ERR_WORKER_OUT_OF_MEMORY');
  assert.match((await readPdf(await make(makers, job('small')))).text, /small/);
});

test('one that takes too long is given up, and the next is made', async (t) => {
  const { makers, lost } = open(t, { workMs: 2_000 });
  await make(makers, job('warm'));
  await assert.rejects(make(makers, endless()), overloaded);
  assert.match(lost[0]!.message, /longer than 2000 ms/);
  assert.match((await readPdf(await make(makers, job('small')))).text, /small/);
});

test('what would be too long is refused, and costs nobody the thread', async (t) => {
  const { makers, lost } = open(t);
  const long = endless();
  for (const name of Object.keys(long.facts.inspection.answers)) {
    long.facts.inspection.answers[name] = 'word '.repeat(900);
  }
  await assert.rejects(
    make(makers, long),
    (error: Problem) => error.kind === 'invalid' && /words/.test(error.message),
  );
  assert.deepEqual(lost, []);
});

test('a fault of ours is told as one, and costs nobody the thread', async (t) => {
  const { makers, lost } = open(t);
  const broken = job('x');
  broken.facts.inspection.timeZone = 'Nowhere/Nothing';
  await assert.rejects(make(makers, broken), RangeError);
  assert.match((await readPdf(await make(makers, job('small')))).text, /small/);
  assert.deepEqual(lost, []);
});

/** A job that waits to be prepared until it is told to go on. */
const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { prepare: () => promise.then(() => job('held')), release: resolve };
};

test('when too many wait another is sent away, and those who wait are served', async (t) => {
  const { makers } = open(t, { waiting: { user: 2, tenant: 20, server: 20 } });
  const { prepare, release } = held();
  const first = make(makers, prepare);
  // It has its turn before the next ask for theirs.
  await Promise.resolve();
  await Promise.resolve();
  const waiting = [make(makers, job('one')), make(makers, job('two'))];
  await assert.rejects(make(makers, job('three')), tooMany);
  release();
  assert.equal((await Promise.all([first, ...waiting])).length, 3);
});

test('who has a link and asks without end keeps out nobody who signed in', async (t) => {
  const { makers } = open(t, { waiting: { user: 1, tenant: 2, server: 20 } });
  const { prepare, release } = held();
  const first = make(makers, prepare, 1, true);
  await Promise.resolve();
  await Promise.resolve();
  const waiting = make(makers, job('by link'), 1, true);
  await assert.rejects(make(makers, job('by link'), 1, true), tooMany);
  assert.match((await readPdf(await make(makers, job('signed in')))).text, /signed in/);
  release();
  assert.equal((await Promise.all([first, waiting])).length, 2);
});

test('a tenant that wants many leaves another its turn', async (t) => {
  const { makers } = open(t);
  const { prepare, release } = held();
  const many = [make(makers, prepare), make(makers, prepare), make(makers, prepare)];
  assert.match((await readPdf(await make(makers, job('other'), 2))).text, /other/);
  release();
  await Promise.all(many);
});

test('the same report is made once for all who want it at once, and never for another tenant', async (t) => {
  const { makers } = open(t, { waiting: { user: 1, tenant: 20, server: 20 } });
  const { prepare, release } = held();
  const busy = make(makers, prepare);
  // It has its turn before the next ask for theirs.
  await Promise.resolve();
  await Promise.resolve();
  let prepared = 0;
  const want = (tenantId: number) =>
    makers.make(
      { tenantId, subject: 'same', gone: new AbortController().signal, isByLink: false },
      async () => {
        prepared++;
        return job(`of tenant ${tenantId}`);
      },
    );
  const readers = Array.from({ length: 24 }, () => want(1));
  const other = await want(2);
  assert.match((await readPdf(other)).text, /of tenant 2/);
  release();
  const [first, ...others] = await Promise.all(readers);
  assert.match((await readPdf(first!)).text, /of tenant 1/);
  for (const each of others) assert.equal(each, first);
  assert.equal(prepared, 2);
  await busy;
});

test('whoever waits too long, or hangs up, waits no more', async (t) => {
  const { makers } = open(t, { waitMs: 50 });
  const { prepare, release } = held();
  const first = make(makers, prepare);
  await assert.rejects(make(makers, job('late')), tooMany);
  const caller = new AbortController();
  let isPrepared = false;
  const gone = makers.make(
    { tenantId: 1, subject: 'gone', gone: caller.signal, isByLink: false },
    async () => {
      isPrepared = true;
      return job('gone');
    },
  );
  caller.abort();
  await assert.rejects(gone, overloaded);
  release();
  await first;
  assert.equal(isPrepared, false);
});

test('a thread without work ends, and another is there when it is needed', async (t) => {
  const { makers, lost } = open(t, { idleMs: 1 });
  for (const text of ['one', 'two']) {
    assert.match((await readPdf(await make(makers, job(text)))).text, new RegExp(text));
  }
  assert.deepEqual(lost, []);
});
