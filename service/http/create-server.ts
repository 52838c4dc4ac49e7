import { randomBytes } from 'node:crypto';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { sentence } from '#sentences/sentence.ts';
import { parseQuery } from './bind-query.ts';
import { compileWhenAsked } from './compile-when-asked.ts';
import { sendProblem } from './problem-reply.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { stopValidating } from './stop-validating.ts';

/**
 * Slow callers are cut off (R13): who is silent for longer than the longest wait for news is gone, and a request that
 * takes longer than the database's own bounds will not succeed.
 */
const TIMEOUTS = { headers: 10_000, keepAlive: 65_000, silence: 70_000, checkEvery: 1_000 };
/** A query string of 16 KiB, percent-encoded thrice its size, and the other headers (decision O12). */
const HEADER_BYTES = 64 * 1024;
const SERVER = {
  maxHeaderSize: HEADER_BYTES,
  headersTimeout: TIMEOUTS.headers,
  connectionsCheckingInterval: TIMEOUTS.checkEvery,
};

export type ServerSettings = {
  trustProxy: readonly string[];
  tls: { cert: Buffer; key: Buffer } | undefined;
};

/** Fastify as this service wants it, without a route. */
export const createServer = (
  log: FastifyBaseLogger,
  { trustProxy, tls }: ServerSettings,
): FastifyInstance => {
  const requestIdPrefix = randomBytes(4).toString('hex');
  let requests = 0;
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `${requestIdPrefix}-${(++requests).toString(36)}`,
    // Of bodies: see cutSlowSenders.
    requestTimeout: 0,
    connectionTimeout: TIMEOUTS.silence,
    keepAliveTimeout: TIMEOUTS.keepAlive,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    exposeHeadRoutes: false,
    // A logger for each request costs 6 µs, and few requests log: their lines name the request themselves.
    childLoggerFactory: (logger: FastifyBaseLogger) => logger,
    frameworkErrors: answerUnreadableAddress,
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      querystringParser: parseQuery,
      maxParamLength: 256,
    },
    schemaController: { compilersFactory: compileWhenAsked() },
    ajv: {
      customOptions: {
        coerceTypes: false,
        useDefaults: false,
        removeAdditional: false,
        allErrors: true,
        verbose: true,
        code: { process: stopValidating },
      },
    },
    http: SERVER,
    ...(tls && { https: { ...tls, ...SERVER } }),
  } as object) as FastifyInstance;
  return app;
};

/** An address that cannot be decoded reaches no route and no hook, so it is answered here. */
const answerUnreadableAddress = (_error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  setSecurityHeaders(request, reply);
  return sendProblem(reply, 400, { detail: sentence`The address cannot be read.` });
};
