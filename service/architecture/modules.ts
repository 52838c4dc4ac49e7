import { browserModules, browserTestModules } from './browser-modules.ts';

/** A module is a folder, or a file at the top level of the service. */
export type Module = {
  /** `'every'` means all modules above it in this table. */
  imports: readonly string[] | 'every';
  /** Impure modules may also import Node's built-in modules. */
  packages: readonly string[];
  /** Uses no database, clock, network or randomness: times and random values are passed in. */
  isPure?: true;
  pureNodeModules?: readonly string[];
  mustNotUseTables?: true;
  canWriteAllTables?: true;
  /** Only tests and the module itself may import it. */
  isForTestsOnly?: true;
};

const engineFoundation = ['contract', 'i18n', 'spelling'];
const engineConsumers = [...engineFoundation, 'workbook-engine'];
const foundation = [
  'contract',
  'i18n',
  'service/problem.ts',
  'service/admission',
  'service/messages',
  'service/database',
  'service/http',
];
const teamsFoundation = [
  ...foundation,
  'service/changes',
  'service/idempotency',
  'service/identity',
  'service/odata',
  'spelling',
];
const itemsFoundation = [...teamsFoundation, 'service/spreadsheets'];
const workbooksFoundation = [
  ...itemsFoundation,
  'service/items',
  'service/shape',
  'service/teams',
  'workbook-engine',
  'xlsform',
];
const tasksFoundation = [...workbooksFoundation, 'service/workbooks'];
const inspectionsFoundation = [...tasksFoundation, 'service/tasks'];

const workFoundation = [...inspectionsFoundation, 'service/inspections'];
const uploadsFoundation = [...workFoundation, 'service/files'];

const routePackages = ['fastify', 'typebox'];
const queryPackages = [...routePackages, 'kysely'];

export const modules: Readonly<Record<string, Module>> = {
  i18n: { imports: [], packages: [], isPure: true },
  contract: { imports: ['i18n'], packages: ['typebox'], isPure: true },
  spelling: { imports: [], packages: [], isPure: true },
  'workbook-engine': { imports: engineFoundation, packages: [], isPure: true },
  report: { imports: ['contract', 'i18n', 'workbook-engine'], packages: [], isPure: true },
  xlsform: { imports: engineConsumers, packages: [], isPure: true },
  'workbook-engine/testing': {
    imports: engineConsumers,
    packages: ['playwright-core'],
    isForTestsOnly: true,
  },
  'xlsform/testing': { imports: ['xlsform'], packages: [], isForTestsOnly: true },

  'service/problem.ts': { imports: ['contract', 'i18n'], packages: [], isPure: true },
  'service/admission': { imports: ['i18n', 'service/problem.ts'], packages: [], mustNotUseTables: true },
  'service/messages': { imports: ['i18n'], packages: [] },
  'service/shape': { imports: engineConsumers, packages: ['typebox'], isPure: true },
  'service/files-location.ts': { imports: [], packages: [] },
  'service/backup-schedule.ts': { imports: [], packages: ['croner'] },
  'service/config.ts': { imports: ['service/backup-schedule.ts', 'service/files-location.ts'], packages: [] },
  'service/files': {
    imports: ['service/files-location.ts'],
    packages: ['@aws-sdk/client-s3'],
    mustNotUseTables: true,
  },
  'service/embedded-postgres': { imports: [], packages: [] },
  'service/database': { imports: ['service/admission'], packages: ['kysely', 'pg', 'pg-copy-streams'] },
  'service/http': {
    imports: [
      'contract',
      'i18n',
      'spelling',
      'service/problem.ts',
      'service/admission',
      'service/messages',
      'service/shape',
    ],
    packages: [
      '@fastify/ajv-compiler',
      '@fastify/fast-json-stringify-compiler',
      '@fastify/swagger',
      '@fastify/static',
      'cookie',
      ...routePackages,
    ],
  },
  'service/spreadsheets': {
    imports: ['i18n', 'service/problem.ts', 'service/admission', 'service/http', 'workbook-engine'],
    packages: ['saxen', 'write-excel-file', 'yazl'],
  },
  'service/sign-in/sign-in-denied-error.ts': { imports: [], packages: [], isPure: true },
  'service/sign-in/ws-federation': {
    imports: ['i18n', 'service/sign-in/sign-in-denied-error.ts'],
    packages: ['@xmldom/xmldom', 'xml-crypto'],
    isPure: true,
    pureNodeModules: ['node:crypto'],
    mustNotUseTables: true,
  },
  'service/operation': { imports: foundation, packages: ['prom-client', ...routePackages] },
  'service/odata': {
    imports: ['i18n', 'service/problem.ts', 'spelling'],
    packages: ['kysely'],
    isPure: true,
    mustNotUseTables: true,
  },
  'service/changes': { imports: foundation, packages: queryPackages },
  'service/idempotency': { imports: foundation, packages: queryPackages },
  'service/outgoing': { imports: [], packages: [], mustNotUseTables: true },
  'service/mail': {
    imports: ['i18n', 'service/config.ts', 'service/problem.ts'],
    packages: ['nodemailer'],
    mustNotUseTables: true,
  },
  'service/identity': {
    imports: [...foundation, 'service/changes', 'service/idempotency', 'service/mail', 'spelling'],
    packages: ['@zxcvbn-ts/language-common', ...queryPackages],
  },
  'service/audit': {
    imports: [...foundation, 'service/identity', 'service/spreadsheets'],
    packages: queryPackages,
  },
  'service/teams': { imports: teamsFoundation, packages: queryPackages },
  'service/items': { imports: itemsFoundation, packages: ['csv-parse', ...queryPackages] },
  'service/workbooks': { imports: workbooksFoundation, packages: queryPackages },
  'service/tasks': { imports: tasksFoundation, packages: queryPackages },
  'service/inspections': { imports: inspectionsFoundation, packages: queryPackages },
  'service/live-changes': {
    imports: [...foundation, 'service/changes', 'service/identity'],
    packages: routePackages,
  },
  'service/planning': {
    imports: [
      ...foundation,
      'service/changes',
      'service/idempotency',
      'service/identity',
      'service/tasks',
      'service/teams',
      'workbook-engine',
    ],
    packages: routePackages,
  },
  'service/views': {
    imports: [...foundation, 'service/idempotency', 'service/identity'],
    packages: routePackages,
  },
  'service/work': { imports: workFoundation, packages: routePackages },
  'service/results': { imports: workFoundation, packages: queryPackages },
  'service/uploads': { imports: uploadsFoundation, packages: [...queryPackages, 'sharp'] },
  'service/backup': {
    imports: [
      'i18n',
      'service/messages',
      'service/changes',
      'service/database',
      'service/files',
      'service/identity',
      'service/mail',
      'service/shape',
      'service/uploads',
    ],
    packages: ['prom-client', 'typebox'],
    // A restore fills every table.
    canWriteAllTables: true,
  },
  'service/overview': {
    imports: [...inspectionsFoundation, 'service/backup', 'service/backup-schedule.ts', 'service/planning'],
    packages: routePackages,
  },
  'service/reports/document': { imports: ['report'], packages: [], isPure: true },
  'service/reports': {
    imports: [...uploadsFoundation, 'report', 'service/uploads', 'service/reports/document'],
    packages: [...queryPackages, 'pdfmake', 'fontkit', 'sharp'],
  },
  'service/sign-in': {
    imports: [
      ...itemsFoundation,
      'service/changes',
      'service/outgoing',
      'service/teams',
      'service/sign-in/sign-in-denied-error.ts',
      'service/sign-in/ws-federation',
    ],
    packages: ['openid-client', ...queryPackages],
  },
  'service/portal': {
    imports: ['i18n', 'service/problem.ts', 'service/http', 'service/identity'],
    packages: ['fastify', '@fastify/static'],
  },
  'service/provisioning': { imports: 'every', packages: ['yaml', 'typebox', 'kysely'] },
  'service/demo': { imports: 'every', packages: ['typebox'], canWriteAllTables: true },
  'service/as-problem.ts': { imports: [...foundation, 'service/odata'], packages: [] },
  'service/app.ts': { imports: 'every', packages: routePackages },
  'service/commands': { imports: 'every', packages: ['fastify', 'pino'] },
  'service/main.ts': { imports: 'every', packages: ['commander'] },
  'service/ronda.js': { imports: ['service/main.ts'], packages: [] },
  'service/growth.test.ts': { imports: 'every', packages: ['fastify'] },
  'service/file-growth.test.ts': { imports: 'every', packages: [] },
  'service/testing': {
    imports: 'every',
    packages: [
      'fastify',
      'kysely',
      'pino',
      'sharp',
      '@20minutes/s3rver',
      'unpdf',
      'axe-core',
      'oidc-provider',
      'playwright-core',
    ],
    canWriteAllTables: true,
    isForTestsOnly: true,
  },
  'service/architecture': { imports: ['service/database'], packages: [], isForTestsOnly: true },

  ...browserModules,

  conformance: { imports: ['contract', 'service/testing'], packages: [], isForTestsOnly: true },
  bench: {
    imports: 'every',
    packages: ['autocannon', 'fastify', 'pg'],
    canWriteAllTables: true,
    isForTestsOnly: true,
  },
  faults: {
    imports: 'every',
    packages: ['fast-check', 'kysely', 'tus-js-client'],
    canWriteAllTables: true,
    isForTestsOnly: true,
  },
  tools: {
    imports: 'every',
    packages: [
      '@fastify/swagger',
      'fastify',
      'kysely',
      'pino',
      'playwright-core',
      'recheck',
      'sharp',
      'vite',
      '@vitejs/plugin-react',
    ],
    isForTestsOnly: true,
  },
};

export const allowedInTests = {
  packages: [
    'fast-check',
    'azure-query-js',
    'breeze-client',
    'csv-parse',
    'playwright-core',
    'read-excel-file',
    'sharp',
    'tus-js-client',
    'typebox',
  ],
  modules: [
    'service/testing',
    'service/architecture',
    'workbook-engine/testing',
    'xlsform/testing',
    ...browserTestModules,
  ],
};

/** Packages that may be imported by only one file in the service. */
export const packageOwners: Readonly<Record<string, string>> = {
  pg: 'service/database/connect.ts',
};

/** The files that may read `process.env`. */
export const environmentReaders = [
  'service/main.ts',
  'tools/test.ts',
  'tools/audit.ts',
  'tools/plan-on-citus.ts',
  'bench/run.ts',
  'bench/start-under-test.ts',
  'faults/run.ts',
];
