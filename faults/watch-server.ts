import { setTimeout } from 'node:timers/promises';
import type { UploadClient } from '#service/testing/upload-client.ts';
import { computePercentile } from './outcome.ts';
import type { ServerProcess } from './server-process.ts';

const SAMPLE_INTERVAL_MS = 100;

/** Measures the response times of small requests, event loop delays and memory use while a scenario runs. */
export const watchServer = (getServer: () => ServerProcess, { accessToken }: UploadClient) => {
  const responseTimes: number[] = [];
  const eventLoopDelays: number[] = [];
  let maxMemory = 0;
  let isOver = false;
  const sampleRepeatedly = async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const headers = { authorization: `Bearer ${accessToken}` };
      const response = await fetch(`${getServer().url}/api/v1/me`, { headers }).catch(() => undefined);
      await response?.arrayBuffer();
      if (response?.ok) responseTimes.push(performance.now() - startedAt);
      const metrics = await readMetrics(getServer()).catch(() => undefined);
      maxMemory = Math.max(maxMemory, metrics?.memory ?? 0);
      if (metrics) eventLoopDelays.push(metrics.delay * 1_000);
      await setTimeout(SAMPLE_INTERVAL_MS);
    }
  };
  const samplePromise = sampleRepeatedly();
  return {
    end: async () => {
      isOver = true;
      await samplePromise;
      return {
        'small requests': responseTimes.length,
        'small requests, median, ms': computePercentile(responseTimes, 0.5),
        'small requests, p99, ms': computePercentile(responseTimes, 0.99),
        'event loop delay, p99, ms': computePercentile(eventLoopDelays, 0.99),
        'maximum memory, MiB': Math.round(maxMemory / 1024 / 1024),
      };
    },
  };
};

/** Returns the memory use in bytes, and the maximum event loop delay in seconds since the last call. */
const readMetrics = async ({ metricsUrl }: ServerProcess) => {
  const text = await (await fetch(metricsUrl)).text();
  const readMetric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    memory: readMetric('process_resident_memory_bytes'),
    delay: readMetric('nodejs_eventloop_lag_max_seconds'),
  };
};
