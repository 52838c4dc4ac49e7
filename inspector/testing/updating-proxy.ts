import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

export type UpdatingProxy = {
  url: string;
  /** Publishes a new version of the app, with a different page and a service worker that lists it. */
  publishNewVersion(): void;
  /** Whether each picture upload is interrupted after its first chunk. */
  shouldInterruptUploads: boolean;
};

/** Selects an element found only in the new version's pages. */
export const NEW_VERSION_MARKER = 'meta[name="ronda-new-version"]';

/** Starts a proxy that can publish a new version of the app. */
export const startUpdatingProxy = async (t: TestContext, target: string): Promise<UpdatingProxy> => {
  let isNewVersion = false;
  const startedUploads = new Set<string>();
  const shouldInterrupt = ({ method, url = '' }: IncomingMessage) => {
    if (!proxy.shouldInterruptUploads || method !== 'PATCH' || !url.includes('/uploads/')) return false;
    const isFirstChunk = !startedUploads.has(url);
    startedUploads.add(url);
    return !isFirstChunk;
  };
  const rewrite = (path: string, text: string) => {
    if (path.endsWith('service-worker.js'))
      return text.replace(/url:`\.\/`,revision:`\w+`/, 'url:`./`,revision:`new`');
    return text.replace('<head>', '<head><meta name="ronda-new-version">');
  };
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (shouldInterrupt(incoming)) return void incoming.socket.destroy();
    const path = incoming.url ?? '';
    const isApp = isNewVersion && /^\/inspect\/(service-worker\.js|\?.*)?$/.test(path);
    const {
      'accept-encoding': _,
      'if-none-match': __,
      'if-modified-since': ___,
      ...uncachedHeaders
    } = incoming.headers;
    const headers = isApp ? uncachedHeaders : incoming.headers;
    const options = { method: incoming.method, headers };
    const forwardedRequest = request(target + path, options, async (response) => {
      const { 'content-length': ____, ...otherHeaders } = response.headers;
      outgoing.writeHead(response.statusCode!, isApp ? otherHeaders : response.headers);
      if (isApp) outgoing.end(rewrite(path, (await buffer(response)).toString()));
      else response.pipe(outgoing);
    });
    forwardedRequest.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwardedRequest.destroy());
    incoming.pipe(forwardedRequest);
  };
  const server = createServer(forward).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const proxy: UpdatingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publishNewVersion: () => {
      isNewVersion = true;
    },
    shouldInterruptUploads: false,
  };
  return proxy;
};
