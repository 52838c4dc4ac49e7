import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Upload } from 'tus-js-client';
import type { Field } from '#contract/workbook-definition.ts';
import { type Answer, type Caller, createCaller } from '#service/testing/caller.ts';
import { readPdf } from '#service/testing/read-pdf.ts';
import {
  createSender,
  noisyJpeg,
  type Sender,
  sha256Of,
  startSending,
} from '#service/testing/upload-caller.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { callerAt, castIn, deploy, openPool, type Stage } from './deployment.ts';
import type { Outcome, Tell } from './outcome.ts';
import { errorsOf, startServer } from './server-process.ts';
import { watchServer } from './watch-server.ts';

export type BadNetworkOptions = {
  answers: number;
  pictures: number;
  /** Pixels of the edges of each, and how much noise it has: that decides over its bytes. */
  picture: { width: number; height: number; sigma: number };
  /** Bytes after which a connection is cut. */
  cutEvery: number;
  /** Pictures that are sent at once. */
  atOnce: number;
  /** How often the server is killed meanwhile. */
  kills: number;
  workers: number;
};

/** Until the next attempt, the longer the more often in vain; the server may just have been killed. */
const RETRY_DELAYS = [0, 100, 300, 1_000, 1_000, 2_000, 2_000, 3_000, 3_000, 3_000];
const ANSWERS_AT_ONCE = 10;

/**
 * A whole inspection from a phone: answers, and pictures by a client of tus that others wrote, over connections that are
 * cut again and again while the server is killed. All of it arrives, whole and once, and is read in its report (R17).
 */
export const inspectOverCuts = async (
  stage: Stage,
  { answers, pictures, picture, cutEvery, atOnce, kills, workers }: BadNetworkOptions,
  tell: Tell,
): Promise<Outcome> => {
  const deployment = await deploy(stage);
  let server = await startServer(stage, deployment, { workers });
  const { db } = openPool(stage, deployment.connection);
  const cast = await castIn(db);
  const { organisation } = cast;
  const as = async () => callerAt(server.url, cast, 'erp');
  const questions = Array.from({ length: answers }, (_, place): Field => {
    return { name: `Question${place + 1}`, type: 'text', required: true };
  });
  const anna = await startSending({ url: server.url, organisation, database: { db }, as }, 'anna', {
    questions,
  });
  const proxy = await startCuttingProxy(stage, { target: server.url, cutEvery });
  const phone = createCaller(proxy.url, anna.accessToken);
  const said = Object.fromEntries(questions.map(({ name }) => [name, randomBytes(8).toString('hex')]));
  const base = await noisyJpeg(picture.width, picture.height, picture.sigma);
  // What follows the end of a JPEG makes each a file of its own, and is dropped when it is kept.
  const sent = Array.from({ length: pictures }, () => {
    const content = Buffer.concat([base, randomBytes(16)]);
    return { id: randomUUID(), content, sha256: sha256Of(content) };
  });

  const violations: string[] = [];
  const waiting = [...sent];
  let arrived = 0;
  const startedAt = performance.now();
  const sendPictures = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await send(proxy.url, anna, next).catch((error: Error) => {
        violations.push(`${next?.id} did not arrive: ${error.message}`);
      });
      arrived++;
      tell(`${arrived} of ${pictures} pictures have arrived, ${proxy.cuts()} connections were cut`);
    }
  };
  const sending = Promise.all([sayAll(phone, anna, said), ...Array.from({ length: atOnce }, sendPictures)]);
  const watch = watchServer(() => server, anna);
  for (let kill = 1; kill <= kills; kill++) {
    while (arrived < (pictures * kill) / (kills + 1)) await setTimeout(10);
    await server.kill();
    violations.push(...errorsOf(server));
    server = await startServer(stage, deployment, { workers });
    proxy.leadTo(server.url);
    tell(`killed ${kill} of ${kills}`);
  }
  await sending;
  const completed = await persist(() => phone.post(`${anna.inspection}/complete`));
  if (completed.status !== 200) violations.push(`it is not complete: ${JSON.stringify(completed.body)}`);
  const seconds = secondsSince(startedAt);
  const whileSending = await watch.end();

  tell('its report is made');
  const watchReport = watchServer(() => server, anna);
  const report = await readReport(createSender(server.url, anna.accessToken, anna.inspectionId));
  const whileReporting = await watchReport.end();
  violations.push(
    ...errorsOf(server),
    ...(await faultsOf(createSender(server.url, anna.accessToken, anna.inspectionId), sent)),
    ...Object.entries(said).flatMap(([name, answer]) =>
      report.text.includes(answer) ? [] : [`the report does not tell the answer to ${name}`],
    ),
  );
  if (report.pictures !== pictures)
    violations.push(`the report has ${report.pictures} of ${pictures} pictures`);
  return {
    violations,
    figures: {
      answers,
      pictures,
      'bytes of each': base.length,
      'connections cut': proxy.cuts(),
      kills,
      seconds,
      ...whileSending,
      'report, seconds': report.seconds,
      'report, pages': report.pages,
      'report, KiB': report.kib,
      'report: answers to others at p99, ms': whileReporting['their p99, ms'],
      'report: most memory, MiB': whileReporting['most memory, MiB'],
    },
  };
};

const secondsSince = (moment: number) => Math.round((performance.now() - moment) / 100) / 10;

/** A few answers at a time, as they are given, each again until it is known to be kept. */
const sayAll = async (phone: Caller, { inspection }: Sender, said: Record<string, string>): Promise<void> => {
  const entries = Object.entries(said);
  for (let start = 0; start < entries.length; start += ANSWERS_AT_ONCE) {
    const answers = Object.fromEntries(entries.slice(start, start + ANSWERS_AT_ONCE));
    await persist(() => phone.request('PATCH', `${inspection}/answers`, { answers, device: 'phone' }));
  }
};

/** Asks again when the connection breaks, or the server is not there for the moment. */
const persist = async (ask: () => Promise<Answer>): Promise<Answer> => {
  for (const delay of RETRY_DELAYS) {
    const answer = await ask().catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    await setTimeout(delay);
  }
  return ask();
};

type Sent = { id: string; content: Buffer; sha256: string };

const send = (url: string, { accessToken, inspectionId }: Sender, { id, content, sha256 }: Sent) =>
  new Promise<void>((resolve, reject) => {
    new Upload(content, {
      endpoint: `${url}/api/v1/uploads`,
      headers: { authorization: `Bearer ${accessToken}` },
      metadata: { id, inspectionId, field: 'Album', filename: 'IMG.jpg', filetype: 'image/jpeg', sha256 },
      retryDelays: RETRY_DELAYS,
      storeFingerprintForResuming: false,
      onError: reject,
      onSuccess: () => resolve(),
    }).start();
  });

const readReport = async ({ caller, inspection }: Sender) => {
  const startedAt = performance.now();
  const { bytes } = await caller.get(`${inspection}/report.pdf`);
  const seconds = secondsSince(startedAt);
  const { text, pages, pictures } = await readPdf(bytes);
  return {
    text,
    pages: pages.length,
    pictures: pictures.flat().length,
    seconds,
    kib: Math.round(bytes.length / 1024),
  };
};

const faultsOf = async (anna: Sender, sent: readonly Sent[]): Promise<string[]> => {
  const { uploads } = (await anna.caller.get(`${anna.inspection}/uploads?limit=500`)).body;
  const known = new Map<string, Record<string, unknown>>(
    uploads.map((upload: { id: string }) => [upload.id, upload]),
  );
  const faults = sent.flatMap(({ id, sha256 }) => {
    const upload = known.get(id);
    const isWhole = upload?.state === 'Arrived' && upload.sha256 === sha256;
    return isWhole ? [] : [`${id} is ${upload?.state}, ${upload?.refusal ?? ''}`];
  });
  const named = (await anna.answers()).Album as string[];
  const isNamedOnce = new Set(named).size === named.length && sent.every(({ id }) => named.includes(id));
  if (!isNamedOnce) faults.push(`the answer names ${named.length} of ${sent.length} pictures`);
  return faults;
};
