import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { sentence } from '#sentences/sentence.ts';
import { parseQuery } from './bind-query.ts';
import { createGracefulClosing } from './close-gracefully.ts';
import { compileWhenAsked } from './compile-when-asked.ts';
import { createHttpServer } from './http-server.ts';
import { sendProblem } from './problem-reply.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { stopValidating } from './stop-validating.ts';

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
  const closing = createGracefulClosing();
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `${requestIdPrefix}-${(++requests).toString(36)}`,
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
    serverFactory: (listener: RequestListener) => createHttpServer(listener, { tls, log, closing }),
    // Only for the address that Fastify reports.
    ...(tls && { https: tls }),
    // Handled by createHttpServer; Fastify's own would log what was received.
    clientErrorHandler: () => {},
  } as object) as FastifyInstance;
  app.addHook('preClose', async () => closing.stop());
  return app;
};

/** An address that cannot be decoded reaches no route and no hook, so it is answered here. */
const answerUnreadableAddress = (_error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  setSecurityHeaders(request, reply);
  // No hook watches over the rest of its body.
  reply.header('connection', 'close');
  return sendProblem(reply, 400, { detail: sentence`The address cannot be read.` });
};
