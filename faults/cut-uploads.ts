import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Upload } from 'tus-js-client';
import {
  createSender,
  noisyJpeg,
  type Sender,
  sha256Of,
  startSending,
} from '#service/testing/upload-caller.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { callerAt, castIn, deploy, openPool, type Stage } from './deployment.ts';
import { type Outcome, percentile, type Tell } from './outcome.ts';
import { errorsOf, type ServerProcess, startServer } from './server-process.ts';

export type CutUploadsOptions = {
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
const LOOK_EVERY_MS = 100;

/**
 * Pictures that a phone sends, by a client of tus that others wrote, over connections that are cut again and again, while
 * the server is killed: all arrive, whole and once (R17).
 */
export const cutUploads = async (
  stage: Stage,
  { pictures, picture, cutEvery, atOnce, kills, workers }: CutUploadsOptions,
  tell: Tell,
): Promise<Outcome> => {
  const deployment = await deploy(stage);
  let server = await startServer(stage, deployment, { workers });
  const { db } = openPool(stage, deployment.connection);
  const cast = await castIn(db);
  const { organisation } = cast;
  const as = async () => callerAt(server.url, cast, 'erp');
  const anna = await startSending({ url: server.url, organisation, database: { db }, as }, 'anna');
  const proxy = await startCuttingProxy(stage, { target: server.url, cutEvery });
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
  const sendAll = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await send(proxy.url, anna, next).catch((error: Error) => {
        violations.push(`${next?.id} did not arrive: ${error.message}`);
      });
      arrived++;
      tell(`${arrived} of ${pictures} have arrived, ${proxy.cuts()} connections were cut`);
    }
  };
  const sending = Promise.all(Array.from({ length: atOnce }, sendAll));
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
  const seconds = (performance.now() - startedAt) / 1_000;
  const watched = await watch.end();
  violations.push(
    ...errorsOf(server),
    ...(await faultsOf(createSender(server.url, anna.accessToken, anna.inspectionId), sent)),
  );
  return {
    violations,
    figures: {
      pictures,
      'bytes of each': base.length,
      'connections cut': proxy.cuts(),
      kills,
      seconds: Math.round(seconds * 10) / 10,
      ...watched,
    },
  };
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

/** What others notice while pictures arrive, and what that costs. */
const watchServer = (server: () => ServerProcess, { accessToken }: Sender) => {
  const times: number[] = [];
  const delays: number[] = [];
  let memory = 0;
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const headers = { authorization: `Bearer ${accessToken}` };
      const answer = await fetch(`${server().url}/api/v1/me`, { headers }).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.ok) times.push(performance.now() - startedAt);
      const metrics = await readMetrics(server()).catch(() => undefined);
      memory = Math.max(memory, metrics?.memory ?? 0);
      if (metrics) delays.push(metrics.delay * 1_000);
      await setTimeout(LOOK_EVERY_MS);
    }
  };
  const looking = look();
  return {
    end: async () => {
      isOver = true;
      await looking;
      return {
        'answers to others': times.length,
        'their median, ms': percentile(times, 0.5),
        'their p99, ms': percentile(times, 0.99),
        'event loop late at p99, ms': percentile(delays, 0.99),
        'most memory, MiB': Math.round(memory / 1024 / 1024),
      };
    },
  };
};

/** Bytes of memory, and by how many seconds the event loop was late at most since the last look. */
const readMetrics = async ({ url }: ServerProcess) => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    memory: metric('process_resident_memory_bytes'),
    delay: metric('nodejs_eventloop_lag_max_seconds'),
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
