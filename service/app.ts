import { randomBytes, randomUUIDv7 } from 'node:crypto';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify';
import { createChangeFeed } from '#service/changes/change-feed.ts';
import type { ChangeSignal } from '#service/changes/change-signal.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { isTransientDatabaseFailure } from '#service/database/database-failure.ts';
import { CallerGone, NoTurn, QuestionTooCostly } from '#service/database/questions.ts';
import { parseQuery } from '#service/http/bind-query.ts';
import { endConnectionsWhileStopping } from '#service/http/drain.ts';
import { envelopeErrorHandler } from '#service/http/envelope.ts';
import { acceptJsonBodies } from '#service/http/json-body.ts';
import { describeApi, serveApiDescription } from '#service/http/openapi.ts';
import { problemErrorHandler, sendProblem } from '#service/http/problem-reply.ts';
import { addressNotFound, databaseUnavailable, serverOverloaded } from '#service/http/request-problems.ts';
import { SECURITY_HEADERS, STRICT_TRANSPORT } from '#service/http/security-headers.ts';
import { answerUnknownAddresses } from '#service/http/unknown-address.ts';
import { accountRoutes } from '#service/identity/account-routes.ts';
import type { Actors } from '#service/identity/actors.ts';
import { authenticate } from '#service/identity/authenticate.ts';
import { meRoutes } from '#service/identity/me-routes.ts';
import type { Passwords } from '#service/identity/passwords.ts';
import { createSignInThrottle } from '#service/identity/tokens/sign-in-throttle.ts';
import { tokenRoutes } from '#service/identity/tokens/token-routes.ts';
import { userRoutes } from '#service/identity/user-routes.ts';
import { inspectionRoutes } from '#service/inspections/inspection-routes.ts';
import { queryTooCostly } from '#service/odata/odata-problems.ts';
import { healthRoutes } from '#service/operation/health-routes.ts';
import { createMetrics, metricsRoutes } from '#service/operation/metrics.ts';
import { resultRoutes } from '#service/results/result-routes.ts';
import { changeRoutes } from '#service/tasks/change-routes.ts';
import { externalTaskRoutes } from '#service/tasks/external-task-routes.ts';
import { taskRoutes } from '#service/tasks/task-routes.ts';
import { teamRoutes } from '#service/teams/team-routes.ts';
import { workbookRoutes } from '#service/workbooks/workbook-routes.ts';
import { createWorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import { Problem } from './problem.ts';

export type AppServices = {
  database: DatabaseHandle;
  actors: Actors;
  passwords: Passwords;
  signal: ChangeSignal;
  log: FastifyBaseLogger;
  now: () => number;
  version: string;
  settings: {
    publicUrl: string | undefined;
    trustProxy: readonly string[];
    allowInsecureHttp: boolean;
    tls: { cert: Buffer; key: Buffer } | undefined;
  };
};

/** Callers waiting for a database connection, beyond which another is told at once to come back later (R5). */
const LONGEST_QUEUE = 500;

/** The table of contents: every address, who may enter it, and the form of its answers. */
export const buildApp = async (services: AppServices): Promise<FastifyInstance> => {
  const { database, actors, passwords, signal, now, settings } = services;
  const { db } = database;
  const newId = () => randomUUIDv7();
  const versions = createWorkbookVersions();
  const feed = createChangeFeed(db, signal, now);
  const metrics = createMetrics(database);
  const app = createServer(services);

  answerUnknownAddresses(app);
  refuseUndeclaredAccess(app);
  await describeApi(app, services.version);
  metrics.observe(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS);
    reply.header('x-request-id', request.id);
    if (request.protocol === 'https') reply.headers(STRICT_TRANSPORT);
    // The path of a request is never the place for U+0000, which PostgreSQL refuses wherever it ends up.
    if (request.url.split('?', 1)[0]!.includes('%00')) throw addressNotFound();
    const isWork =
      request.routeOptions.config.access !== 'anonymous' || request.routeOptions.url === '/token';
    if (isWork && database.load().waiting > LONGEST_QUEUE) throw serverOverloaded();
  });
  endConnectionsWhileStopping(app);
  authenticate(app, actors);
  acceptJsonBodies(app);
  app.setErrorHandler(problemErrorHandler(asProblem));

  const throttle = createSignInThrottle(db, now);
  await app.register(
    tokenRoutes({ db, passwords, throttle, asProblem, allowInsecureHttp: settings.allowInsecureHttp }),
  );

  await app.register(async (given) => {
    given.setErrorHandler(envelopeErrorHandler({ form: 'plain', asProblem }));
    await given.register(accountRoutes, { prefix: '/api/account' });
    await given.register(externalTaskRoutes({ database, signal, newId }), {
      prefix: '/api/services/custom/externaltask',
    });
    await given.register(teamRoutes(db), { prefix: '/api/services/app' });
    await given.register(workbookRoutes(database), { prefix: '/api/services/app' });
  });
  await app.register(async (given) => {
    given.setErrorHandler(envelopeErrorHandler({ form: 'changes', asProblem }));
    const changes = changeRoutes({
      feed,
      actors,
      publicUrl: settings.publicUrl,
      onTokenAhead: metrics.countTokenAhead,
    });
    await given.register(changes, { prefix: '/api/services/custom/externaltask' });
  });

  await app.register(
    async (api) => {
      await api.register(meRoutes);
      await api.register(taskRoutes({ database, signal, newId }));
      await api.register(inspectionRoutes({ db, signal, tools: { versions, now }, newId }));
      await api.register(resultRoutes({ database, versions, now }));
      await api.register(userRoutes({ db, actors, passwords }));
    },
    { prefix: '/api/v1' },
  );

  await app.register(healthRoutes(db), { prefix: '/health' });
  await app.register(metricsRoutes(metrics));
  await serveApiDescription(app);
  return app;
};

/**
 * Slow callers are cut off (R13): who is silent for longer than the longest wait for news is gone, and a request that
 * takes longer than the database's own bounds will not succeed.
 */
const TIMEOUTS = { headers: 10_000, request: 30_000, keepAlive: 65_000, silence: 70_000, checkEvery: 1_000 };
/** A query string of 16 KiB, percent-encoded thrice its size, and the other headers (decision O12). */
const HEADER_BYTES = 64 * 1024;

const createServer = ({ log, settings }: AppServices): FastifyInstance => {
  const requestIdPrefix = randomBytes(4).toString('hex');
  let requests = 0;
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `${requestIdPrefix}-${(++requests).toString(36)}`,
    requestTimeout: TIMEOUTS.request,
    connectionTimeout: TIMEOUTS.silence,
    keepAliveTimeout: TIMEOUTS.keepAlive,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
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
    ajv: {
      customOptions: {
        coerceTypes: false,
        useDefaults: false,
        removeAdditional: false,
        allErrors: true,
        verbose: true,
      },
    },
    http: {
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: TIMEOUTS.headers,
      connectionsCheckingInterval: TIMEOUTS.checkEvery,
    },
    ...(settings.tls && { https: { ...settings.tls, maxHeaderSize: HEADER_BYTES } }),
  } as object) as FastifyInstance;
  return app;
};

/** An address that cannot be decoded reaches no route and no hook, so it is answered here. */
const answerUnreadableAddress = (_error: unknown, _request: FastifyRequest, reply: FastifyReply) => {
  reply.headers(SECURITY_HEADERS);
  return sendProblem(reply, 400, { detail: 'The address cannot be read.' });
};

/** Every route says who may enter; one that does not keeps the server from starting (S33). */
const refuseUndeclaredAccess = (app: FastifyInstance) => {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    const undeclared = routes.filter(({ config }) => config?.access === undefined);
    if (undeclared.length > 0) {
      throw new Error(
        `${undeclared.map(({ method, url }) => `${method} ${url}`).join(', ')}: who may enter?`,
      );
    }
  });
};

const asProblem = (error: unknown): Problem | undefined => {
  if (error instanceof Problem) return error;
  if (error instanceof QuestionTooCostly) return queryTooCostly();
  // Whatever it says to a caller who has gone, nobody reads it.
  if (error instanceof CallerGone || error instanceof NoTurn) return serverOverloaded();
  return isTransientDatabaseFailure(error) ? databaseUnavailable() : undefined;
};
