import { startChild } from './child-process.ts';
import { compareLoads } from './compare-loads.ts';
import { type Benchmark, runLoad } from './measurement.ts';
import { readTaskComparison } from './p2-read-task.ts';

const WORKERS = 2;
const CONNECTIONS = 32;

/** Compares two workers on one port with a single process. Both share the processors with the load generator. */
export const workersBenchmark: Benchmark = {
  id: 'G5',
  run: async (setup) => {
    const { connection, generator, serviceUrl, readProcessorTime } = setup;
    const load = { ...(await readTaskComparison.createLoad(setup)), connections: CONNECTIONS };
    const server = await startChild('workers-under-test.ts', { connection, workers: WORKERS });
    const { url } = server.readyMessage as { url: string };
    const generatorShares: number[] = [];
    try {
      const measurement = await compareLoads(setup, {
        id: 'G5',
        work: `read a task with WORKERS=${WORKERS}`,
        target: 1.4,
        measured: async (seconds) => {
          const before = await readProcessorTime?.(generator.pid);
          const report = await runLoad(setup, { ...load, url, seconds });
          const after = await readProcessorTime?.(generator.pid);
          if (before && after) generatorShares.push((after.server - before.server) / (seconds * 1_000));
          return report;
        },
        against: (seconds) => runLoad(setup, { ...load, url: serviceUrl, seconds }),
        againstLabel: 'with one process',
        note: '',
      });
      const share = generatorShares.reduce((sum, value) => sum + value, 0) / generatorShares.length;
      return {
        ...measurement,
        note: `two workers compared with one process; with two workers, the load generator took ${Math.round(share * 100)}% of one processor, PostgreSQL and the workers shared the rest`,
      };
    } finally {
      await server.stop();
    }
  },
};
