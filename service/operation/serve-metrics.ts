import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';

/** Metrics require no token, so they are served only on this machine (S51). */
const HOST = '127.0.0.1';

/** Prevents DNS rebinding by a web page whose host name resolves to this machine. */
const LOCAL_HOST_PATTERN = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[];

type MetricsListener = { port: number; close(): Promise<void> };

/** `readMetrics` returns every process's metrics, to be summed. */
export const serveMetrics = async (
  port: number,
  readMetrics: () => Promise<ProcessMetrics[]>,
): Promise<MetricsListener> => {
  const server = createServer({ maxHeaderSize: 8_192, headersTimeout: 10_000 }, async (request, response) => {
    // Request bodies are never read.
    response.setHeader('connection', 'close');
    if (request.url !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end();
    if (!LOCAL_HOST_PATTERN.test(request.headers.host ?? '')) return void response.writeHead(403).end();
    try {
      const text = await AggregatorRegistry.aggregate(await readMetrics()).metrics();
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
    } catch {
      // A worker may just have exited. The next scrape will succeed.
      response.writeHead(503).end();
    }
  });
  server.listen(port, HOST);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
