import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import pino from 'pino';
import { type AppServices, buildApp } from '#service/app.ts';
import { createLongPolls } from '#service/changes/long-polls.ts';
import { connect } from '#service/database/connect.ts';
import { openFiles } from '#service/files/open-files.ts';
import { createActors } from '#service/identity/actors.ts';
import { createPasswordHasher } from '#service/identity/passwords.ts';
import { createOutgoing } from '#service/outgoing/outgoing.ts';
import { createOutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import { createSecretEncryption, ENCRYPTION_KEY_BYTES } from '#service/sign-in/secret-encryption.ts';
import { createUploads } from '#service/uploads/uploads.ts';
import { createWorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import { describeApi } from './describe-api.ts';

// Writes docs/integrate/openapi.json. With --check, writes nothing, and fails if the file differs.

const DOCUMENT_FILE = resolve(import.meta.dirname, '../docs/integrate/openapi.json');

/** Needs no database: a pool opens no connection before its first query. */
const createDocument = async (): Promise<string> => {
  const database = connect(
    { connectionString: 'postgres://nobody@localhost/none' },
    { poolSize: 1, onError: () => {} },
  );
  const signal = {
    notifyReaders: () => {},
    takeChangedTenants: () => [],
    wait: async () => false,
    close: async () => {},
  };
  const [files, versions] = [await openFiles({ folder: '/nowhere' }), createWorkbookVersions()];
  const services: AppServices = {
    database,
    signal,
    longPolls: createLongPolls(),
    versions,
    encryption: createSecretEncryption(randomBytes(ENCRYPTION_KEY_BYTES)),
    outgoing: createOutgoing(createOutgoingPolicy({ allowPrivateTargets: [], allowInsecureHttp: false }), {
      onFailure: () => undefined,
    }),
    uploads: createUploads({ db: database.db, files, versions, signal, quota: 0, now: Date.now }),
    actors: createActors(database.db, Date.now),
    passwords: createPasswordHasher(),
    mailer: undefined,
    log: pino({ level: 'silent' }),
    now: Date.now,
    settings: {
      publicUrl: undefined,
      mapFile: undefined,
      trustProxy: [],
      allowInsecureHttp: false,
      rateLimits: { caller: Infinity, tenant: Infinity },
      backupAt: undefined,
      tls: undefined,
    },
  };
  const manifest = await readFile(resolve(import.meta.dirname, '../package.json'), 'utf8');
  const app = await buildApp(services, (newApp) => describeApi(newApp, JSON.parse(manifest).version));
  await app.ready();
  const document = JSON.stringify(app.swagger(), null, 2);
  await app.close();
  await database.close();
  return `${document}\n`;
};

const document = await createDocument();
if (!process.argv.includes('--check')) await writeFile(DOCUMENT_FILE, document);
else if (document !== (await readFile(DOCUMENT_FILE, 'utf8').catch(() => ''))) {
  process.stderr.write(
    'docs/integrate/openapi.json differs from the routes. Run `npm run openapi` and commit the file.\n',
  );
  process.exitCode = 1;
}
