import { browserModules, browserTestModules } from './browser-modules.ts';

/** A module's rules. A module is a folder or, at the top level of the service, a file. */
export type Module = {
  /**
   * The modules that it may import, which are listed above it in this table. `'every'` means all modules
   * above it.
   */
  imports: readonly string[] | 'every';
  /** The packages that it may import. Modules that are not pure may also import Node's built-in modules. */
  packages: readonly string[];
  /** No database, clock, network or randomness: times and random values are passed as arguments. */
  pure?: true;
  /** Node modules that a pure module may import, because all they do is compute results from their arguments. */
  pureNodeModules?: readonly string[];
  usesNoTables?: true;
  /** May write to any table in order to prepare databases. */
  writesEveryTable?: true;
  /** Only tests and the module itself may import it. */
  forTestsOnly?: true;
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
  i18n: { imports: [], packages: [], pure: true },
  contract: { imports: ['i18n'], packages: ['typebox'], pure: true },
  spelling: { imports: [], packages: [], pure: true },
  'workbook-engine': { imports: engineFoundation, packages: [], pure: true },
  report: { imports: ['contract', 'i18n', 'workbook-engine'], packages: [], pure: true },
  xlsform: { imports: engineConsumers, packages: [], pure: true },
  'workbook-engine/testing': { imports: engineConsumers, packages: ['playwright-core'], forTestsOnly: true },
  'xlsform/testing': { imports: ['xlsform'], packages: [], forTestsOnly: true },

  'service/problem.ts': { imports: ['contract', 'i18n'], packages: [], pure: true },
  'service/admission': { imports: ['i18n', 'service/problem.ts'], packages: [], usesNoTables: true },
  'service/messages': { imports: ['i18n'], packages: [] },
  'service/shape': {
    imports: ['contract', 'i18n', 'spelling', 'workbook-engine'],
    packages: ['typebox'],
    pure: true,
  },
  'service/files-location.ts': { imports: [], packages: [] },
  'service/backup-schedule.ts': { imports: [], packages: ['croner'] },
  'service/config.ts': { imports: ['service/backup-schedule.ts', 'service/files-location.ts'], packages: [] },
  'service/files': {
    imports: ['service/files-location.ts'],
    packages: ['@aws-sdk/client-s3'],
    usesNoTables: true,
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
      '@fastify/swagger-ui',
      'cookie',
      ...routePackages,
    ],
  },
  'service/spreadsheets': {
    imports: ['i18n', 'service/problem.ts', 'service/admission', 'service/http', 'workbook-engine'],
    packages: ['saxen', 'write-excel-file', 'yazl'],
  },
  'service/sign-in/sign-in-denied-error.ts': { imports: [], packages: [], pure: true },
  'service/sign-in/ws-federation': {
    imports: ['i18n', 'service/sign-in/sign-in-denied-error.ts'],
    packages: ['@xmldom/xmldom', 'xml-crypto'],
    pure: true,
    pureNodeModules: ['node:crypto'],
    usesNoTables: true,
  },
  'service/operation': { imports: foundation, packages: ['prom-client', ...routePackages] },
  'service/odata': {
    imports: ['i18n', 'service/problem.ts', 'spelling'],
    packages: ['kysely'],
    pure: true,
    usesNoTables: true,
  },
  'service/changes': { imports: foundation, packages: queryPackages },
  'service/idempotency': { imports: foundation, packages: queryPackages },
  'service/outgoing': { imports: [], packages: [], usesNoTables: true },
  'service/mail': {
    imports: ['i18n', 'service/config.ts', 'service/problem.ts'],
    packages: ['nodemailer'],
    usesNoTables: true,
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
    writesEveryTable: true,
  },
  'service/overview': {
    imports: [...inspectionsFoundation, 'service/backup', 'service/backup-schedule.ts', 'service/planning'],
    packages: routePackages,
  },
  'service/reports/document': { imports: ['report'], packages: [], pure: true },
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
  'service/demo': { imports: 'every', packages: ['typebox'], writesEveryTable: true },
  'service/as-problem.ts': { imports: [...foundation, 'service/odata'], packages: [] },
  'service/app.ts': { imports: 'every', packages: routePackages },
  'service/commands': { imports: 'every', packages: ['fastify', 'pino'] },
  'service/main.ts': { imports: 'every', packages: ['commander'] },
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
    writesEveryTable: true,
    forTestsOnly: true,
  },
  'service/architecture': { imports: [], packages: [], forTestsOnly: true },

  ...browserModules,

  conformance: { imports: ['contract', 'service/testing'], packages: [], forTestsOnly: true },
  bench: {
    imports: 'every',
    packages: ['autocannon', 'fastify', 'pg'],
    writesEveryTable: true,
    forTestsOnly: true,
  },
  faults: {
    imports: 'every',
    packages: ['fast-check', 'kysely', 'tus-js-client'],
    writesEveryTable: true,
    forTestsOnly: true,
  },
  tools: {
    imports: 'every',
    packages: ['kysely', 'pino', 'playwright-core', 'recheck', 'sharp', 'vite', '@vitejs/plugin-react'],
    forTestsOnly: true,
  },
};

export const forTests = {
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

/** Packages that only one file in the service may import. */
export const packageOwners: Readonly<Record<string, string>> = {
  pg: 'service/database/connect.ts',
};

/** The files that may read `process.env`. All other code is given its settings as arguments. */
export const environmentReaders = [
  'service/main.ts',
  'tools/test.ts',
  'tools/audit.ts',
  'bench/run.ts',
  'faults/run.ts',
];
