import { lookup } from 'node:dns/promises';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { literalOf, type OutgoingPolicy } from './outgoing-policy.ts';

/** The message is always the same, so that it does not reveal whether anything listens there (S45). */
export class AddressForbidden extends Error {
  constructor() {
    super('this address is not allowed');
    this.name = 'AddressForbidden';
  }
}

/** No usable answer, whatever the reason: unknown name, closed port, wrong certificate, no HTTP, too slow, too long. */
class NoAnswer extends Error {
  constructor() {
    super('no usable answer');
    this.name = 'NoAnswer';
  }
}

export type OutgoingLimits = { signal: AbortSignal; largestAnswer: number };

/** Sends one HTTP request. Throws AddressForbidden or NoAnswer. A redirect is an answer like any other. */
export type Send = (address: string | URL, init: RequestInit, limits: OutgoingLimits) => Promise<Response>;

/** Sends this server's HTTP requests to addresses that its users choose. */
export type Outgoing = { send: Send; policy: OutgoingPolicy };

/** The IP addresses of a host name. */
export type ResolveName = (hostname: string) => Promise<readonly string[]>;

const resolveByNode: ResolveName = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/** `onFailure`: reports to the operator's log why a request got no answer; `reason` contains nothing of the response. */
export const createOutgoing = (
  policy: OutgoingPolicy,
  {
    resolve = resolveByNode,
    onFailure,
  }: {
    resolve?: ResolveName | undefined;
    onFailure: (failure: { host: string; reason: string }) => void;
  },
): Outgoing => ({
  policy,
  send: async (address, init, { signal, largestAnswer }) => {
    const url = new URL(address);
    try {
      const request = new Request(url, { ...init, redirect: 'manual' });
      const literal = literalOf(url);
      const addresses = literal === undefined ? await abortable(resolve(url.hostname), signal) : [literal];
      if (!policy.permits(url, addresses)) throw new AddressForbidden();
      const body = Buffer.from(await request.arrayBuffer());
      const options = {
        method: request.method,
        // Bytes are counted as they come, so they must not grow when they are unpacked.
        headers: { ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' },
        // A connection of its own, which no other request uses, to one of the addresses that were checked.
        agent: false as const,
        lookup: lookupOf(addresses),
        signal,
      };
      return await readAnswer(await open(url, options, body), largestAnswer);
    } catch (error) {
      if (error instanceof AddressForbidden) throw error;
      onFailure({
        host: url.host,
        reason: String((error as NodeJS.ErrnoException)?.code ?? (error as Error)?.name),
      });
      throw new NoAnswer();
    }
  },
});

/** A resolver has no time limit of its own. */
const abortable = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });

/** Resolves every name to the addresses that were checked; TLS and the Host header still get the name. */
const lookupOf =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  };

const open = (url: URL, options: RequestOptions, body: Buffer): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const started = request(url, options, resolve).on('error', reject);
    if (body.length > 0) started.end(body);
    else started.end();
  });

/** These have no body, and a Response of them may not have one. */
const WITHOUT_BODY = new Set([204, 205, 304]);

const readAnswer = async (answer: IncomingMessage, largestAnswer: number): Promise<Response> => {
  const pieces: Buffer[] = [];
  let length = 0;
  // Leaving the loop closes the connection.
  for await (const piece of answer as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > largestAnswer) throw new RangeError('the answer is too long');
    pieces.push(piece);
  }
  const status = answer.statusCode!;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return new Response(WITHOUT_BODY.has(status) ? null : Buffer.concat(pieces), { status, headers });
};
