import { lookup } from 'node:dns/promises';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type OutgoingPolicy, readIpLiteral } from './outgoing-policy.ts';

/** The message does not reveal whether there is a server at the address (S45). */
export class ForbiddenAddressError extends Error {
  constructor() {
    super('this address is not allowed');
    this.name = 'ForbiddenAddressError';
  }
}

/** Covers unknown names, closed ports, wrong certificates, and responses that are too slow or too long. */
class NoResponseError extends Error {
  constructor() {
    super('no usable response');
    this.name = 'NoResponseError';
  }
}

type OutgoingLimits = { signal: AbortSignal; maxResponseBytes: number };

/** Sends one HTTP request. Throws ForbiddenAddressError or NoResponseError. Redirects are returned, not followed. */
export type Send = (url: string | URL, init: RequestInit, limits: OutgoingLimits) => Promise<Response>;

export type Outgoing = { send: Send; policy: OutgoingPolicy };

export type ResolveName = (hostname: string) => Promise<readonly string[]>;

const resolveWithNode: ResolveName = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/** `onFailure` should log why a request failed. `reason` contains nothing from the response. */
export const createOutgoing = (
  policy: OutgoingPolicy,
  {
    resolve = resolveWithNode,
    onFailure,
  }: {
    resolve?: ResolveName | undefined;
    onFailure: (failure: { host: string; reason: string }) => void;
  },
): Outgoing => ({
  policy,
  send: async (target, init, { signal, maxResponseBytes }) => {
    const url = new URL(target);
    try {
      const request = new Request(url, { ...init, redirect: 'manual' });
      const ipLiteral = readIpLiteral(url);
      const addresses =
        ipLiteral === undefined ? await rejectOnAbort(resolve(url.hostname), signal) : [ipLiteral];
      if (!policy.isAllowed(url, addresses)) throw new ForbiddenAddressError();
      const body = Buffer.from(await request.arrayBuffer());
      const options = {
        method: request.method,
        // The limit applies to bytes as they arrive, so a compressed response could exceed it.
        headers: { ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' },
        // Each request opens its own connection, to one of the checked addresses.
        agent: false as const,
        lookup: createLookup(addresses),
        signal,
      };
      return await readResponse(await sendRequest(url, options, body), maxResponseBytes);
    } catch (error) {
      if (error instanceof ForbiddenAddressError) throw error;
      onFailure({
        host: url.host,
        reason: String((error as NodeJS.ErrnoException)?.code ?? (error as Error)?.name),
      });
      throw new NoResponseError();
    }
  },
});

/** DNS lookups have no time limit. */
const rejectOnAbort = <Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });

/** Returns the checked addresses. TLS and the Host header still use the name. */
const createLookup =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, { all }, callback) => {
    const results = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all) callback(null, results);
    else callback(null, results[0]!.address, results[0]!.family);
  };

const sendRequest = (url: URL, options: RequestOptions, body: Buffer): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const createRequest = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = createRequest(url, options, resolve).on('error', reject);
    if (body.length > 0) request.end(body);
    else request.end();
  });

/** Responses with these statuses have no body; creating one with a body would throw. */
const STATUSES_WITHOUT_BODY = new Set([204, 205, 304]);

const readResponse = async (response: IncomingMessage, maxResponseBytes: number): Promise<Response> => {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxResponseBytes) throw new RangeError('the response is too long');
    chunks.push(chunk);
  }
  const status = response.statusCode!;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(response.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return new Response(STATUSES_WITHOUT_BODY.has(status) ? null : Buffer.concat(chunks), { status, headers });
};
