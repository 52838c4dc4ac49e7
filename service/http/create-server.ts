import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { msg } from '#i18n/message.ts';
import { parseQuery } from './bind-query.ts';
import { createGracefulClose } from './close-gracefully.ts';
import { createHttpServer } from './http-server.ts';
import { createLazyCompilers } from './lazy-compilers.ts';
import { limitDateTimes } from './limit-date-times.ts';
import { limitViolations } from './limit-violations.ts';
import { sendProblem } from './problem-reply.ts';
import { setSecurityHeaders } from './security-headers.ts';

type ServerSettings = {
  trustProxy: readonly string[];
  tls: { cert: Buffer; key: Buffer } | undefined;
};

export const createServer = (
  log: FastifyBaseLogger,
  { trustProxy, tls }: ServerSettings,
): FastifyInstance => {
  const requestIdPrefix = randomBytes(4).toString('hex');
  let requests = 0;
  const closing = createGracefulClose();
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `${requestIdPrefix}-${(++requests).toString(36)}`,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    exposeHeadRoutes: false,
    // A logger per request would cost 6 µs, and few requests log anything.
    childLoggerFactory: (logger: FastifyBaseLogger) => logger,
    frameworkErrors: handleMalformedUrl,
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      querystringParser: parseQuery,
      maxParamLength: 256,
    },
    schemaController: { compilersFactory: createLazyCompilers() },
    ajv: {
      customOptions: {
        coerceTypes: false,
        useDefaults: false,
        removeAdditional: false,
        allErrors: true,
        verbose: true,
        // Without optimising its code, which V8 does anyway, Ajv compiles schemas twice as fast.
        code: { process: limitViolations, optimize: false },
      },
      onCreate: limitDateTimes,
    },
    serverFactory: (listener: RequestListener) => createHttpServer(listener, { tls, log, closing }),
    // Fastify uses this only to report its URL.
    ...(tls && { https: tls }),
    // createHttpServer handles client errors: Fastify's own handler would log the data received.
    clientErrorHandler: () => {},
  } as object) as FastifyInstance;
  app.addHook('preClose', async () => closing.stop());
  return app;
};

/** Fastify runs no routes or hooks for a URL that it cannot decode. */
const handleMalformedUrl = (_error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  setSecurityHeaders(request, reply);
  // No hook runs, so nothing limits the body size.
  reply.header('connection', 'close');
  return sendProblem(reply, 400, { detail: msg`The URL is malformed.` });
};
