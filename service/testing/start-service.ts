import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import pino from 'pino';
import { type AppServices, buildApp } from '#service/app.ts';
import { createChangeSignal } from '#service/changes/change-signal.ts';
import { createLongPolls } from '#service/changes/long-polls.ts';
import type { MailServer } from '#service/config.ts';
import { openFiles } from '#service/files/open-files.ts';
import type { FilesLocation } from '#service/files-location.ts';
import { createActors } from '#service/identity/actors.ts';
import { createPasswordHasher } from '#service/identity/passwords.ts';
import { createMailer } from '#service/mail/mailer.ts';
import { createOutgoing, type ResolveName } from '#service/outgoing/outgoing.ts';
import { createOutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import { createSecretEncryption, ENCRYPTION_KEY_BYTES } from '#service/sign-in/secret-encryption.ts';
import { createUploads } from '#service/uploads/uploads.ts';
import { createWorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import { type Caller, createCaller } from './caller.ts';
import { openTestDatabase, registerDatabase, type TestDatabase } from './create-database.ts';
import { createOrganisation, grantToken, type Organisation } from './organisation.ts';

export type TestService = {
  url: string;
  database: TestDatabase;
  organisation: Organisation;
  services: AppServices;
  /** The lines logged by the service. */
  logLines: string[];
  /** Returns the metrics as Prometheus sees them. */
  metrics(): Promise<string>;
  /** Signs in a user of the organisation. */
  as(userName: string): Promise<Caller>;
  /** Signs in a user of another organisation with the same users, teams and workbooks but different IDs. */
  asOtherTenant(userName: string): Promise<Caller>;
  /** A client without a token. */
  anonymous: Caller;
};

/** `fileStore` defaults to a temporary folder. `quota` is the maximum total size of a tenant's files in bytes. */
type TestSettings = Partial<AppServices['settings']> & {
  fileStore?: FilesLocation | undefined;
  quota?: number | undefined;
  smtp?: MailServer | undefined;
  /** The value of ALLOW_PRIVATE_TARGETS. Defaults to `loopback`, which the tests' identity providers need. */
  allowPrivateTargets?: readonly string[] | undefined;
  /** Resolves host names for outgoing requests. */
  resolve?: ResolveName | undefined;
};

const UNLIMITED = { caller: Number.POSITIVE_INFINITY, tenant: Number.POSITIVE_INFINITY };

/** Starts the service with a new database and a small organisation, and closes it after the test. */
export const startService = async (t: TestContext, settings: TestSettings = {}): Promise<TestService> => {
  const database = await openTestDatabase();
  await registerDatabase(database);
  const organisation = await createOrganisation(database.db);
  const { url, services, logLines, metrics, close } = await serveDatabase(database, settings);
  t.after(async () => {
    await close();
    await database.drop();
  });
  const createCallerFor = async ({ tenantId, userIds }: Organisation, userName: string) =>
    createCaller(url, await grantToken(database.db, tenantId, userIds[userName]!));
  return {
    url,
    database,
    organisation,
    services,
    logLines,
    metrics,
    anonymous: createCaller(url, undefined),
    as: (userName) => createCallerFor(organisation, userName),
    asOtherTenant: async (userName) =>
      createCallerFor(await createOrganisation(database.db, 'other'), userName),
  };
};

/** Serves an existing database over HTTP until `close` is called. */
export const serveDatabase = async (
  database: TestDatabase,
  {
    fileStore,
    quota = Number.POSITIVE_INFINITY,
    smtp,
    allowPrivateTargets = ['loopback'],
    resolve,
    ...settings
  }: TestSettings = {},
): Promise<Pick<TestService, 'url' | 'services' | 'logLines' | 'metrics'> & { close(): Promise<void> }> => {
  const folder = join(tmpdir(), `ronda-files-${randomUUID()}`);
  const files = await openFiles(fileStore ?? { folder });
  const [signal, versions] = [createChangeSignal(database), createWorkbookVersions()];
  const logLines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => void logLines.push(line) });
  const { allowInsecureHttp = false } = settings;
  const services: AppServices = {
    database,
    signal,
    longPolls: createLongPolls(),
    versions,
    uploads: createUploads({ db: database.db, files, versions, signal, quota, now: Date.now }),
    actors: createActors(database.db, Date.now),
    passwords: createPasswordHasher(),
    mailer: smtp && createMailer(smtp, { allowInsecureHttp: false }),
    encryption: createSecretEncryption(randomBytes(ENCRYPTION_KEY_BYTES)),
    outgoing: createOutgoing(createOutgoingPolicy({ allowPrivateTargets, allowInsecureHttp }), {
      resolve,
      onFailure: (failure) => log.warn(failure, 'an outgoing request received no response'),
    }),
    log,
    now: Date.now,
    settings: {
      publicUrl: undefined,
      mapFile: undefined,
      trustProxy: [],
      allowInsecureHttp,
      rateLimits: UNLIMITED,
      backupAt: undefined,
      tls: undefined,
      ...settings,
    },
  };
  const app = await buildApp(services);
  app.addHook('preClose', () => services.signal.close());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const close = async () => {
    await app.close();
    files.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { url, services, logLines, metrics: () => app.metrics.metrics(), close };
};
