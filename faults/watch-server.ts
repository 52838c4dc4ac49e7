import { setTimeout } from 'node:timers/promises';
import type { Sender } from '#service/testing/upload-caller.ts';
import { computePercentile } from './outcome.ts';
import type { ServerProcess } from './server-process.ts';

const SAMPLE_EVERY_MS = 100;

/** Measures the response times of small requests, event loop delays and memory use while a scenario runs. */
export const watchServer = (server: () => ServerProcess, { accessToken }: Sender) => {
  const times: number[] = [];
  const delays: number[] = [];
  let memory = 0;
  let isOver = false;
  const sample = async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const headers = { authorization: `Bearer ${accessToken}` };
      const response = await fetch(`${server().url}/api/v1/me`, { headers }).catch(() => undefined);
      await response?.arrayBuffer();
      if (response?.ok) times.push(performance.now() - startedAt);
      const metrics = await readMetrics(server()).catch(() => undefined);
      memory = Math.max(memory, metrics?.memory ?? 0);
      if (metrics) delays.push(metrics.delay * 1_000);
      await setTimeout(SAMPLE_EVERY_MS);
    }
  };
  const sampling = sample();
  return {
    end: async () => {
      isOver = true;
      await sampling;
      return {
        'small requests': times.length,
        'small requests, median, ms': computePercentile(times, 0.5),
        'small requests, p99, ms': computePercentile(times, 0.99),
        'event loop delay, p99, ms': computePercentile(delays, 0.99),
        'maximum memory, MiB': Math.round(memory / 1024 / 1024),
      };
    },
  };
};

/** Memory use in bytes, and the maximum event loop delay in seconds since the last call. */
const readMetrics = async ({ metricsUrl }: ServerProcess) => {
  const text = await (await fetch(metricsUrl)).text();
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    memory: metric('process_resident_memory_bytes'),
    delay: metric('nodejs_eventloop_lag_max_seconds'),
  };
};
