import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

export type UpdatingProxy = {
  url: string;
  /** Publishes a new version of the app, with a different page and a service worker that lists it. */
  publishNewVersion(): void;
  /** Whether each picture upload is interrupted after its first piece. */
  interruptsUploads: boolean;
};

/** A marker that appears only in the new version's pages. */
export const NEW_VERSION = 'meta[name="ronda-new-version"]';

/** A proxy that can publish a newer version of the app. */
export const startUpdatingProxy = async (t: TestContext, target: string): Promise<UpdatingProxy> => {
  let isNewVersion = false;
  const started = new Set<string>();
  const isInterrupted = ({ method, url = '' }: IncomingMessage) => {
    if (!proxy.interruptsUploads || method !== 'PATCH' || !url.includes('/uploads/')) return false;
    const isFirst = !started.has(url);
    started.add(url);
    return !isFirst;
  };
  const rewrite = (path: string, text: string) => {
    if (path.endsWith('service-worker.js'))
      return text.replace(/url:`\.\/`,revision:`\w+`/, 'url:`./`,revision:`new`');
    return text.replace('<head>', '<head><meta name="ronda-new-version">');
  };
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (isInterrupted(incoming)) return void incoming.socket.destroy();
    const path = incoming.url ?? '';
    const isApp = isNewVersion && /^\/inspect\/(service-worker\.js|\?.*)?$/.test(path);
    const {
      'accept-encoding': _,
      'if-none-match': __,
      'if-modified-since': ___,
      ...plain
    } = incoming.headers;
    const headers = isApp ? plain : incoming.headers;
    const forwarded = request(target + path, { method: incoming.method, headers }, async (response) => {
      const { 'content-length': ____, ...otherHeaders } = response.headers;
      outgoing.writeHead(response.statusCode!, isApp ? otherHeaders : response.headers);
      if (isApp) outgoing.end(rewrite(path, (await buffer(response)).toString()));
      else response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
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
    interruptsUploads: false,
  };
  return proxy;
};
