import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Upload } from 'tus-js-client';
import type { Field } from '#contract/workbook-definition.ts';
import { type Caller, type CallerResponse, createCaller } from '#service/testing/caller.ts';
import { readPdf } from '#service/testing/read-pdf.ts';
import {
  createNoisyJpeg,
  createUploadClient,
  sha256,
  startUploadClient,
  type UploadClient,
} from '#service/testing/upload-client.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { type Cleanup, createTenantCaller } from './deployment.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { findErrors, startServer } from './server-process.ts';
import { startSystem } from './start-system.ts';
import { watchServer } from './watch-server.ts';

export type BadNetworkOptions = {
  answers: number;
  pictures: number;
  /** Size in pixels, and the amount of noise (`sigma`), which determines the size in bytes. */
  picture: { width: number; height: number; sigma: number };
  /** Each connection is cut once the phone has sent this number of bytes. */
  cutAfterBytes: number;
  /** Number of pictures sent at the same time. */
  concurrentPictures: number;
  /** How many times the server is killed during the upload. */
  kills: number;
  workers: number;
};

/** The delays after failed attempts. Together, they give a killed server enough time to restart. */
const RETRY_DELAYS_MS = [0, 100, 300, 1_000, 1_000, 2_000, 2_000, 3_000, 3_000, 3_000];
const ANSWERS_PER_REQUEST = 10;

/**
 * Sends a complete inspection as a phone would: the answers, and the pictures with an independent tus client.
 * During this time, connections are repeatedly cut and the server is killed. Everything arrives exactly once and
 * appears in the report (R17).
 */
export const inspectOverBadNetwork = async (
  cleanup: Cleanup,
  { answers, pictures, picture, cutAfterBytes, concurrentPictures, kills, workers }: BadNetworkOptions,
  onProgress: OnProgress,
): Promise<Outcome> => {
  const system = await startSystem(cleanup, { workers });
  const { deployment, db, tenant } = system;
  let { server } = system;
  const { organisation } = tenant;
  const createErpCaller = async () => createTenantCaller(server.url, tenant, 'erp');
  const questions = Array.from({ length: answers }, (_, index): Field => {
    return { name: `Question${index + 1}`, type: 'text', required: true };
  });
  const anna = await startUploadClient(
    { url: server.url, organisation, database: { db }, as: createErpCaller },
    'anna',
    {
      questions,
    },
  );
  const proxy = await startCuttingProxy(cleanup, { target: server.url, cutAfterBytes });
  const phone = createCaller(proxy.url, anna.accessToken);
  const answersByField = Object.fromEntries(
    questions.map(({ name }) => [name, randomBytes(8).toString('hex')]),
  );
  const basePicture = await createNoisyJpeg(picture.width, picture.height, picture.sigma);
  // Bytes after the end of the JPEG make each file unique. The server removes them when it stores the picture.
  const sentPictures = Array.from({ length: pictures }, () => {
    const content = Buffer.concat([basePicture, randomBytes(16)]);
    return { id: randomUUID(), content, sha256: sha256(content) };
  });

  const violations: string[] = [];
  const remaining = [...sentPictures];
  let finishedCount = 0;
  const startedAt = performance.now();
  const sendPictures = async () => {
    for (let nextPicture = remaining.shift(); nextPicture; nextPicture = remaining.shift()) {
      await uploadPicture(proxy.url, anna, nextPicture).catch((error: Error) => {
        violations.push(`${nextPicture?.id} did not arrive: ${error.message}`);
      });
      finishedCount++;
      onProgress(
        `${finishedCount} of ${pictures} pictures have arrived, ${proxy.countCuts()} connections were cut`,
      );
    }
  };
  const sendPromise = Promise.all([
    sendAnswers(phone, anna, answersByField),
    ...Array.from({ length: concurrentPictures }, sendPictures),
  ]);
  const serverWatch = watchServer(() => server, anna);
  for (let kill = 1; kill <= kills; kill++) {
    while (finishedCount < (pictures * kill) / (kills + 1)) await setTimeout(10);
    await server.kill();
    violations.push(...findErrors(server));
    server = await startServer(cleanup, deployment, { workers });
    proxy.forwardTo(server.url);
    onProgress(`killed ${kill} of ${kills}`);
  }
  await sendPromise;
  const completeResponse = await retryRequest(() => phone.post(`${anna.inspection}/complete`));
  if (completeResponse.status !== 200)
    violations.push(`the inspection could not be completed: ${JSON.stringify(completeResponse.body)}`);
  const sendSeconds = getSecondsSince(startedAt);
  const sendFigures = await serverWatch.end();

  onProgress('creating the report');
  const reportWatch = watchServer(() => server, anna);
  const report = await readReport(createUploadClient(server.url, anna.accessToken, anna.inspectionId));
  const reportFigures = await reportWatch.end();
  violations.push(
    ...findErrors(server),
    ...(await findUploadProblems(
      createUploadClient(server.url, anna.accessToken, anna.inspectionId),
      sentPictures,
    )),
    ...Object.entries(answersByField).flatMap(([name, answer]) =>
      report.text.includes(answer) ? [] : [`the report does not contain the answer to ${name}`],
    ),
  );
  if (report.pictures !== pictures)
    violations.push(`the report has ${report.pictures} of ${pictures} pictures`);
  return {
    violations,
    figures: {
      answers,
      pictures,
      'bytes per picture': basePicture.length,
      'connections cut': proxy.countCuts(),
      kills,
      seconds: sendSeconds,
      ...sendFigures,
      'report, seconds': report.seconds,
      'report, pages': report.pages,
      'report, KiB': report.kib,
      'report: small requests, p99, ms': reportFigures['small requests, p99, ms'],
      'report: maximum memory, MiB': reportFigures['maximum memory, MiB'],
    },
  };
};

const getSecondsSince = (startedAt: number) => Math.round((performance.now() - startedAt) / 100) / 10;

/** Sends a few answers per request, and retries each request until it is acknowledged. */
const sendAnswers = async (
  phone: Caller,
  { inspection }: UploadClient,
  answersByField: Record<string, string>,
): Promise<void> => {
  const entries = Object.entries(answersByField);
  for (let start = 0; start < entries.length; start += ANSWERS_PER_REQUEST) {
    const answers = Object.fromEntries(entries.slice(start, start + ANSWERS_PER_REQUEST));
    await retryRequest(() => phone.request('PATCH', `${inspection}/answers`, { answers, device: 'phone' }));
  }
};

/** Retries a request if the connection breaks or the server is unavailable. */
const retryRequest = async (sendRequest: () => Promise<CallerResponse>): Promise<CallerResponse> => {
  for (const delay of RETRY_DELAYS_MS) {
    const response = await sendRequest().catch(() => undefined);
    if (response && response.status < 500) return response;
    await setTimeout(delay);
  }
  return sendRequest();
};

type SentPicture = { id: string; content: Buffer; sha256: string };

const uploadPicture = (
  url: string,
  { accessToken, inspectionId }: UploadClient,
  { id, content, sha256 }: SentPicture,
) =>
  new Promise<void>((resolve, reject) => {
    new Upload(content, {
      endpoint: `${url}/api/v1/uploads`,
      headers: { authorization: `Bearer ${accessToken}` },
      metadata: { id, inspectionId, field: 'Album', filename: 'IMG.jpg', filetype: 'image/jpeg', sha256 },
      retryDelays: RETRY_DELAYS_MS,
      storeFingerprintForResuming: false,
      onError: reject,
      onSuccess: () => resolve(),
    }).start();
  });

const readReport = async ({ caller, inspection }: UploadClient) => {
  const startedAt = performance.now();
  const { bytes } = await caller.get(`${inspection}/report.pdf`);
  const seconds = getSecondsSince(startedAt);
  const { text, pages, pictures } = await readPdf(bytes);
  return {
    text,
    pages: pages.length,
    pictures: pictures.flat().length,
    seconds,
    kib: Math.round(bytes.length / 1024),
  };
};

const findUploadProblems = async (
  anna: UploadClient,
  sentPictures: readonly SentPicture[],
): Promise<string[]> => {
  const { uploads } = (await anna.caller.get(`${anna.inspection}/uploads?limit=500`)).body;
  const storedUploads = new Map<string, Record<string, unknown>>(
    uploads.map((upload: { id: string }) => [upload.id, upload]),
  );
  const problems = sentPictures.flatMap(({ id, sha256 }) => {
    const upload = storedUploads.get(id);
    const isReceived = upload?.state === 'Received' && upload.sha256 === sha256;
    return isReceived ? [] : [`${id} is ${upload?.state}, ${upload?.rejectionReason ?? ''}`];
  });
  const answeredIds = (await anna.answers()).Album as string[];
  const isAnsweredOnce =
    new Set(answeredIds).size === answeredIds.length &&
    sentPictures.every(({ id }) => answeredIds.includes(id));
  if (!isAnsweredOnce)
    problems.push(`the answer contains ${answeredIds.length} of ${sentPictures.length} pictures`);
  return problems;
};
