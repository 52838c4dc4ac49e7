import type { TestContext } from 'node:test';
import pino from 'pino';
import { type AppServices, buildApp } from '#service/app.ts';
import { createChangeSignal } from '#service/changes/change-signal.ts';
import { createActors } from '#service/identity/actors.ts';
import { createPasswords } from '#service/identity/passwords.ts';
import { type Caller, createCaller } from './caller.ts';
import { openTestDatabase, recognise, type TestDatabase } from './create-database.ts';
import { createOrganisation, grantToken, type Organisation } from './organisation.ts';

export type TestService = {
  url: string;
  database: TestDatabase;
  organisation: Organisation;
  services: AppServices;
  /** What the service has logged, a line each. */
  logged: string[];
  /** Somebody of the organisation, signed in. */
  as(userName: string): Promise<Caller>;
  /** Somebody of another organisation, which has the same people, teams and workbooks under other ids. */
  fromElsewhere(userName: string): Promise<Caller>;
  /** Somebody without a token, or with one that was made by hand. */
  stranger: Caller;
};

/** The service over HTTP, on a database of its own, with a small organisation in it; closed when the test is over. */
export const startService = async (
  t: TestContext,
  settings: Partial<AppServices['settings']> = {},
): Promise<TestService> => {
  const database = await openTestDatabase();
  await recognise(database);
  const organisation = await createOrganisation(database.db);
  const { url, services, logged, close } = await serveDatabase(database, settings);
  t.after(async () => {
    await close();
    await database.drop();
  });
  const asMemberOf = async ({ tenantId, userIds }: Organisation, userName: string) =>
    createCaller(url, await grantToken(database.db, tenantId, userIds[userName]!));
  return {
    url,
    database,
    organisation,
    services,
    logged,
    stranger: createCaller(url, undefined),
    as: (userName) => asMemberOf(organisation, userName),
    fromElsewhere: async (userName) =>
      asMemberOf(await createOrganisation(database.db, 'elsewhere'), userName),
  };
};

/** The service over HTTP on whatever is in a database, until `close`. */
export const serveDatabase = async (
  database: TestDatabase,
  settings: Partial<AppServices['settings']> = {},
): Promise<{ url: string; services: AppServices; logged: string[]; close(): Promise<void> }> => {
  const logged: string[] = [];
  const services: AppServices = {
    database,
    actors: createActors(database.db, Date.now),
    passwords: createPasswords(),
    signal: createChangeSignal(database),
    log: pino({ level: 'debug' }, { write: (line) => void logged.push(line) }),
    now: Date.now,
    version: '0.0.0',
    settings: { publicUrl: undefined, trustProxy: [], allowInsecureHttp: false, tls: undefined, ...settings },
  };
  const app = await buildApp(services);
  app.addHook('preClose', () => services.signal.close());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, services, logged, close: () => app.close() };
};
