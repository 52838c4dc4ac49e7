import { randomUUIDv7 } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { auditRoutes } from '#service/audit/audit-routes.ts';
import { registerBackupMetrics } from '#service/backup/backup-metrics.ts';
import { createChangeFeed, createLiveChangeFeed } from '#service/changes/change-feed.ts';
import type { ChangeSignal } from '#service/changes/change-signal.ts';
import type { LongPolls } from '#service/changes/long-polls.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { rejectLongQuery } from '#service/http/bind-query.ts';
import { checkHostHeader } from '#service/http/check-host-header.ts';
import { createServer } from '#service/http/create-server.ts';
import { disconnectSlowSenders } from '#service/http/disconnect-slow-senders.ts';
import { endConnectionsWhileStopping } from '#service/http/drain.ts';
import { envelopeErrorHandler } from '#service/http/envelope.ts';
import { acceptJsonBodies } from '#service/http/json-body.ts';
import { limitLargeRequests } from '#service/http/large-requests.ts';
import { limitLongResponses } from '#service/http/long-responses.ts';
import { serveApiDescription } from '#service/http/openapi.ts';
import { problemErrorHandler } from '#service/http/problem-reply.ts';
import { routeNotFound } from '#service/http/request-problems.ts';
import { requireDeclaredAccess } from '#service/http/require-declared-access.ts';
import { setSecurityHeaders } from '#service/http/security-headers.ts';
import { handleUnknownRoutes } from '#service/http/unknown-routes.ts';
import { accountRoutes } from '#service/identity/account-routes.ts';
import type { Actors } from '#service/identity/actors.ts';
import { createRequestLog } from '#service/identity/api-tokens/request-log.ts';
import { recordDenials } from '#service/identity/audit/record-denials.ts';
import { authenticate } from '#service/identity/authenticate.ts';
import { limitRates, type RateLimits } from '#service/identity/limit-rates.ts';
import type { Passwords } from '#service/identity/passwords.ts';
import { peopleRoutes } from '#service/identity/people-routes.ts';
import { createRateLimit } from '#service/identity/rate-limit.ts';
import { createKeepAlive } from '#service/identity/sessions/keep-alive.ts';
import { createSignInThrottle } from '#service/identity/tokens/sign-in-throttle.ts';
import { tokenRoutes } from '#service/identity/tokens/token-routes.ts';
import { inspectionRoutes } from '#service/inspections/inspection-routes.ts';
import { reviewRoutes } from '#service/inspections/review-routes.ts';
import { revisionRoutes } from '#service/inspections/revision-routes.ts';
import { startRoutes } from '#service/inspections/start-routes.ts';
import { contentTypeRoutes } from '#service/items/content-type-routes.ts';
import { itemFileRoutes } from '#service/items/item-file-routes.ts';
import { itemPointRoutes } from '#service/items/item-point-routes.ts';
import { itemRoutes } from '#service/items/item-routes.ts';
import { liveChangeRoutes } from '#service/live-changes/live-change-routes.ts';
import type { Mailer } from '#service/mail/mailer.ts';
import { healthRoutes } from '#service/operation/health-routes.ts';
import { createMetrics } from '#service/operation/metrics.ts';
import type { Outgoing } from '#service/outgoing/outgoing.ts';
import { overviewRoutes } from '#service/overview/overview-routes.ts';
import { boardRoutes } from '#service/planning/board-routes.ts';
import { eligiblePeopleRoutes } from '#service/planning/eligible-people-routes.ts';
import { personRoutes } from '#service/planning/person-routes.ts';
import { suggestionRoutes } from '#service/planning/suggestion-routes.ts';
import { inspectorRoutes } from '#service/portal/inspector-routes.ts';
import { portalRoutes } from '#service/portal/portal-routes.ts';
import { linkRoutes } from '#service/reports/link-routes.ts';
import { createReportRenderer } from '#service/reports/report-renderer.ts';
import { reportRoutes } from '#service/reports/report-routes.ts';
import { LINKS_PATH, shareRoutes } from '#service/reports/share-routes.ts';
import { resultRoutes } from '#service/results/result-routes.ts';
import { createProviderClientFactory } from '#service/sign-in/external/provider-client.ts';
import { linkRequestRoutes } from '#service/sign-in/linking/link-request-routes.ts';
import { providerRoutes } from '#service/sign-in/providers/provider-routes.ts';
import type { SecretEncryption } from '#service/sign-in/secret-encryption.ts';
import { signInRoutes } from '#service/sign-in/sign-in-routes.ts';
import { changeRoutes } from '#service/tasks/change-routes.ts';
import { externalTaskRoutes } from '#service/tasks/external-task-routes.ts';
import { taskFileRoutes } from '#service/tasks/files/task-file-routes.ts';
import { planningRoutes } from '#service/tasks/planning/planning-routes.ts';
import { taskRoutes } from '#service/tasks/task-routes.ts';
import { taskListRoutes } from '#service/tasks/views/task-list-routes.ts';
import { managedTeamRoutes } from '#service/teams/managed-team-routes.ts';
import { memberRoutes } from '#service/teams/member-routes.ts';
import { teamRoutes } from '#service/teams/team-routes.ts';
import { supersedeAllPictures, supersedePictures } from '#service/uploads/supersede-pictures.ts';
import { tusRoutes } from '#service/uploads/tus-routes.ts';
import { uploadRoutes } from '#service/uploads/upload-routes.ts';
import type { Uploads } from '#service/uploads/uploads.ts';
import { viewRoutes } from '#service/views/view-routes.ts';
import { workRoutes } from '#service/work/work-routes.ts';
import { associationRoutes } from '#service/workbooks/association-routes.ts';
import { draftRoutes } from '#service/workbooks/drafts/draft-routes.ts';
import { managedWorkbookRoutes } from '#service/workbooks/managed-workbook-routes.ts';
import { versionRoutes } from '#service/workbooks/version-routes.ts';
import { workbookRoutes } from '#service/workbooks/workbook-routes.ts';
import type { WorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import { xlsformRoutes } from '#service/workbooks/xlsform-routes.ts';
import { asProblem, asTaskInterfaceProblem } from './as-problem.ts';

export type AppServices = {
  database: DatabaseHandle;
  actors: Actors;
  passwords: Passwords;
  signal: ChangeSignal;
  longPolls: LongPolls;
  versions: WorkbookVersions;
  uploads: Uploads;
  mailer: Mailer | undefined;
  encryption: SecretEncryption;
  outgoing: Outgoing;
  log: FastifyBaseLogger;
  now: () => number;
  settings: {
    publicUrl: string | undefined;
    mapFile: string | undefined;
    trustProxy: readonly string[];
    allowInsecureHttp: boolean;
    rateLimits: RateLimits;
    /** A cron expression. */
    backupAt: string | undefined;
    tls: { cert: Buffer; key: Buffer } | undefined;
  };
};

/** Per network: high enough for an entire office to sign in at the start of the day. */
const EXTERNAL_SIGN_INS_PER_MINUTE = 300;

/** `prepare` is called before any route is registered. */
export const buildApp = async (
  services: AppServices,
  prepare = async (_app: FastifyInstance): Promise<void> => {},
): Promise<FastifyInstance> => {
  const { database, actors, passwords, signal, longPolls, versions, uploads } = services;
  const { mailer, encryption, outgoing, log, now, settings } = services;
  const { db } = database;
  const { publicUrl, allowInsecureHttp } = settings;
  const newId = () => randomUUIDv7();
  const feed = createChangeFeed(db, signal, now, longPolls);
  const metrics = createMetrics(database, settings.rateLimits);
  registerBackupMetrics(metrics.registry, db);
  const app = createServer(log, settings);

  const rejectUnknownUrls = handleUnknownRoutes(app);
  requireDeclaredAccess(app);
  await prepare(app);
  metrics.observe(app);
  app.decorate('metrics', metrics.registry);
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply);
    rejectLongQuery(request);
    // PostgreSQL rejects U+0000 in any value, and no path contains it.
    if (request.url.split('?', 1)[0]!.includes('%00')) throw routeNotFound();
    done();
  });
  checkHostHeader(app);
  const longResponses = limitLongResponses(app);
  metrics.exportLongResponses(longResponses);
  const largeRequests = limitLargeRequests(app);
  const queues = { ...database.queues, ...longPolls.queues, ...largeRequests.queues, ...versions.queues };
  metrics.exportQueues({ ...queues, 'long responses': longResponses.queue });
  endConnectionsWhileStopping(app);
  disconnectSlowSenders(app, TIMEOUTS);
  rejectUnknownUrls();
  authenticate(app, { actors, keepAlive: createKeepAlive(db, now), publicUrl });
  limitRates(app, settings.rateLimits, { now: () => performance.now(), onRejection: metrics.countRejection });
  recordDenials(app, db, now);
  const requestLog = createRequestLog(db, now);
  requestLog.observe(app);
  acceptJsonBodies(app, largeRequests);
  app.setErrorHandler(problemErrorHandler(asProblem));

  const throttle = createSignInThrottle(db, {
    count: metrics.countSignIn,
    raiseAlarm: (tenantId) => {
      metrics.countAlarm();
      log.warn({ tenantId }, 'many sign-ins are failing');
    },
  });
  const identity = { db, actors, passwords, throttle, countSignIn: metrics.countSignIn };
  const signIn = {
    ...identity,
    createProviderClient: createProviderClientFactory(outgoing, now),
    outgoing,
    startLimit: createRateLimit<string>(EXTERNAL_SIGN_INS_PER_MINUTE, now),
    encryption,
    newId,
    now,
    publicUrl,
    allowInsecureHttp,
    asProblem,
  };
  await app.register(tokenRoutes({ ...identity, asProblem, allowInsecureHttp }));

  await app.register(async (external) => {
    external.setErrorHandler(envelopeErrorHandler({ format: 'plain', asProblem: asTaskInterfaceProblem }));
    await external.register(accountRoutes, { prefix: '/api/account' });
    await external.register(externalTaskRoutes({ database, signal, newId }), {
      prefix: '/api/services/custom/externaltask',
    });
    await external.register(teamRoutes(db), { prefix: '/api/services/app' });
    await external.register(workbookRoutes(database), { prefix: '/api/services/app' });
  });
  await app.register(async (external) => {
    external.setErrorHandler(envelopeErrorHandler({ format: 'changes', asProblem }));
    const changes = changeRoutes({ feed, actors, publicUrl, onTokenAhead: metrics.countTokenAhead });
    await external.register(changes, { prefix: '/api/services/custom/externaltask' });
  });

  const renderer = createReportRenderer((err) => log.warn({ err }, 'could not create a report'));
  app.addHook('onClose', () => renderer.close());
  const onSave = { onAnswers: supersedePictures, onCompletion: supersedeAllPictures };
  const dependencies = { versions, now, newId, ...onSave };
  const reports = { db, files: uploads.files, dependencies, renderer };
  await app.register(
    async (api) => {
      await api.register(taskRoutes({ database, signal, newId }));
      await api.register(taskListRoutes(database));
      await api.register(
        liveChangeRoutes({ feed: createLiveChangeFeed(db, signal, now, longPolls), actors }),
      );
      await api.register(viewRoutes({ db, newId }));
      await api.register(personRoutes({ db, newId }));
      await api.register(boardRoutes({ db }));
      await api.register(eligiblePeopleRoutes({ db }));
      await api.register(planningRoutes({ database, signal }));
      await api.register(taskFileRoutes({ database, signal, newId }));
      await api.register(overviewRoutes({ db, now, backupAt: settings.backupAt }));
      await api.register(suggestionRoutes({ db, now }));
      await api.register(inspectionRoutes({ db, signal, dependencies }));
      await api.register(startRoutes({ db, signal, dependencies }));
      await api.register(reviewRoutes({ db, signal, dependencies }));
      await api.register(revisionRoutes({ db }));
      await api.register(workRoutes({ db, dependencies }));
      await api.register(reportRoutes(reports));
      await api.register(shareRoutes({ db, dependencies, publicUrl }));
      await api.register(resultRoutes({ database, versions, now }));
      await api.register(tusRoutes({ uploads, publicUrl, newId }));
      await api.register(uploadRoutes(uploads));
      await api.register(contentTypeRoutes({ db, newId }));
      await api.register(itemRoutes({ database, newId }));
      await api.register(itemPointRoutes(database));
      await api.register(itemFileRoutes({ database, asProblem }));
      await api.register(managedWorkbookRoutes({ db, newId }));
      await api.register(draftRoutes({ db, newId }));
      await api.register(versionRoutes({ db, signal }));
      await api.register(associationRoutes(db));
      await api.register(xlsformRoutes(db));
      await api.register(peopleRoutes({ ...identity, mailer, requestLog, now, publicUrl }));
      await api.register(managedTeamRoutes({ db, signal, newId }));
      await api.register(memberRoutes({ db, actors }));
      await api.register(auditRoutes(database));
      await api.register(providerRoutes(signIn));
      await api.register(linkRequestRoutes(signIn));
    },
    { prefix: '/api/v1' },
  );
  await app.register(linkRoutes(reports), { prefix: LINKS_PATH });
  await app.register(signInRoutes(signIn));
  await app.register(portalRoutes({ ...settings, actors }));
  await app.register(inspectorRoutes({ ...settings, actors }));

  await app.register(healthRoutes(db), { prefix: '/health' });
  await serveApiDescription(app);
  return app;
};

/** Long request bodies must arrive at 8 KiB/s or faster (R13), or 0.3 KiB/s from a phone. */
const TIMEOUTS = {
  body: 30_000,
  longBody: { bytes: 80 * 1024, intervalMs: 10_000 },
  phoneBody: { bytes: 8 * 1024, intervalMs: 30_000 },
};
