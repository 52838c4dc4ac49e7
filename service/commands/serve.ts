import { buildApp } from '#service/app.ts';
import { createChangeSignal } from '#service/changes/change-signal.ts';
import { createLongPolls } from '#service/changes/long-polls.ts';
import { createPendingNumbering } from '#service/changes/number-pending.ts';
import type { Config } from '#service/config.ts';
import type { Database, DatabaseHandle } from '#service/database/connect.ts';
import { openFiles } from '#service/files/open-files.ts';
import { deleteOldResponses } from '#service/idempotency/run-once.ts';
import { createActors } from '#service/identity/actors.ts';
import { IDENTITY_CHANNEL } from '#service/identity/announce-identity-change.ts';
import { deleteOldRequests } from '#service/identity/api-tokens/request-log.ts';
import { deleteExpiredApiTokens } from '#service/identity/api-tokens/write-api-token.ts';
import { deleteExpiredDevices } from '#service/identity/devices/device.ts';
import { deleteExpiredLinks } from '#service/identity/password-links/password-link.ts';
import type { Passwords } from '#service/identity/passwords.ts';
import { deleteExpiredSessions } from '#service/identity/sessions/session.ts';
import { deleteExpiredTokens } from '#service/identity/tokens/access-token.ts';
import { deleteOldFailures } from '#service/identity/tokens/sign-in-throttle.ts';
import { createMailer } from '#service/mail/mailer.ts';
import type { ProcessMetrics } from '#service/operation/serve-metrics.ts';
import { createOutgoing } from '#service/outgoing/outgoing.ts';
import { createOutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import { deleteExpiredAttempts } from '#service/sign-in/external/sign-in-attempt.ts';
import { deleteExpiredLinkRequests } from '#service/sign-in/linking/link-request.ts';
import { createSecretEncryption } from '#service/sign-in/secret-encryption.ts';
import { cleanUpUploads } from '#service/uploads/clean-up-uploads.ts';
import { createUploads } from '#service/uploads/uploads.ts';
import { createWorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import { listen } from './listen.ts';
import type { Log } from './log.ts';
import { readTls } from './read-tls.ts';
import { runPeriodically } from './run-periodically.ts';
import { readSecretKey } from './secret-key.ts';

/** How often to number changes in tenants whose feed nobody reads. */
const NUMBERING_INTERVAL_MS = 1_000;
const CLEANUP_INTERVAL_MS = 600_000;

export type RunningService = {
  url: string;
  readMetrics(): Promise<ProcessMetrics[]>;
  close(): Promise<void>;
};

/** Serves HTTP until `close` is called, which lets requests in flight finish first. */
export const serve = async (
  database: DatabaseHandle,
  { config, passwords, log }: { config: Config; passwords: Passwords; log: Log },
): Promise<RunningService> => {
  const { db } = database;
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.reverse()) await closer();
  };
  try {
    const actors = createActors(db, Date.now);
    const files = await openFiles(config.files);
    closers.push(async () => files.close());
    const signal = createChangeSignal(database);
    closers.push(signal.close);
    const versions = createWorkbookVersions();
    const quota = config.filesQuota;
    const uploads = createUploads({ db, files, versions, signal, quota, now: Date.now });
    closers.push(database.listen(IDENTITY_CHANNEL, actors.clear, actors.clear).close);
    const app = await buildApp({
      database,
      actors,
      passwords,
      signal,
      longPolls: createLongPolls(),
      versions,
      uploads,
      mailer: config.smtp && createMailer(config.smtp, config),
      encryption: createSecretEncryption(await readSecretKey(config)),
      outgoing: createOutgoing(createOutgoingPolicy(config), {
        onFailure: (failure) => log.warn(failure, 'an outgoing request received no response'),
      }),
      log,
      now: Date.now,
      settings: { ...config, tls: await readTls(config) },
    });
    // Answer requests that are waiting for changes immediately.
    app.addHook('preClose', () => signal.close());
    closers.push(() => app.close());
    const url = await listen(app, config);

    const onFailure = (error: unknown) => log.warn({ err: error }, 'housekeeping failed and will be retried');
    const numberChanges = createPendingNumbering(db, signal, Date.now);
    closers.push(runPeriodically(NUMBERING_INTERVAL_MS, numberChanges, onFailure).stop);
    closers.push(runPeriodically(CLEANUP_INTERVAL_MS, () => deleteExpiredData(db), onFailure).stop);
    closers.push(runPeriodically(CLEANUP_INTERVAL_MS, () => cleanUpUploads(uploads, log), onFailure).stop);
    closers.push(async () => uploads.stop());
    const readMetrics = async () => [await app.metrics.getMetricsAsJSON()];
    return { url: config.publicUrl ?? url, readMetrics, close };
  } catch (error) {
    await close();
    throw error;
  }
};

const deleteExpiredData = async (db: Database): Promise<void> => {
  await deleteExpiredTokens(db);
  await deleteExpiredSessions(db);
  await deleteExpiredDevices(db);
  await deleteExpiredLinks(db);
  await deleteExpiredApiTokens(db);
  await deleteExpiredAttempts(db);
  await deleteExpiredLinkRequests(db);
  await deleteOldFailures(db);
  await deleteOldResponses(db);
  await deleteOldRequests(db);
};
