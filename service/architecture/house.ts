import { browserRooms, browserTestRooms } from './browser-rooms.ts';

/** What one room may do. A room is a folder or, at the top of the service, a file. */
export type Room = {
  /** The rooms it may import: all of them stand above it in this table. `'every'` is all that stand above it. */
  imports: readonly string[] | 'every';
  /** The third-party packages it may import. Any room may import Node's own modules, unless it is pure. */
  packages: readonly string[];
  /** Touches no database, clock, network or chance: time and randomness are arguments. */
  pure?: true;
  /** Modules of Node that it may import though it is pure: they compute with what they are given. */
  computesWith?: readonly string[];
  /** Knows no table by name and asks no question of the database. */
  knowsNoTable?: true;
  /** May write any table: it prepares databases for others to look at. */
  writesEveryTable?: true;
  /** Only tests, and the room itself, may import it. */
  forTestsOnly?: true;
};

const belowEngine = ['contract', 'sentences', 'spelling'];
const withEngine = [...belowEngine, 'workbook-engine'];
const ground = [
  'contract',
  'sentences',
  'service/problem.ts',
  'service/admission',
  'service/database',
  'service/http',
];
const belowTeams = [
  ...ground,
  'service/changes',
  'service/idempotency',
  'service/identity',
  'service/odata',
  'spelling',
];
const belowItems = [...belowTeams, 'service/spreadsheets'];
const belowWorkbooks = [
  ...belowItems,
  'service/items',
  'service/shape',
  'service/teams',
  'workbook-engine',
  'xlsform',
];
const belowTasks = [...belowWorkbooks, 'service/workbooks'];
const belowInspections = [...belowTasks, 'service/tasks'];

const aboveInspections = [...belowInspections, 'service/inspections'];
const belowUploads = [...aboveInspections, 'service/files'];

const forRoutes = ['fastify', 'typebox'];
const forRoutesAndQueries = [...forRoutes, 'kysely'];

/** The house, from the ground up: an arrow points to a room further up in this list, never to one beside or below. */
export const rooms: Readonly<Record<string, Room>> = {
  contract: { imports: [], packages: ['typebox'], pure: true },
  sentences: { imports: [], packages: [], pure: true },
  spelling: { imports: [], packages: [], pure: true },
  'workbook-engine': { imports: belowEngine, packages: [], pure: true },
  report: { imports: ['contract', 'workbook-engine'], packages: [], pure: true },
  xlsform: { imports: withEngine, packages: [], pure: true },
  'workbook-engine/testing': { imports: withEngine, packages: ['playwright-core'], forTestsOnly: true },

  'service/problem.ts': { imports: ['contract', 'sentences'], packages: [], pure: true },
  'service/admission': { imports: ['sentences', 'service/problem.ts'], packages: [], knowsNoTable: true },
  'service/dutch': { imports: ['sentences', 'workbook-engine'], packages: [], pure: true },
  'service/shape': { imports: ['contract', 'sentences', 'spelling'], packages: ['typebox'], pure: true },
  'service/files-place.ts': { imports: [], packages: [] },
  'service/backup-schedule.ts': { imports: [], packages: ['croner'] },
  'service/config.ts': { imports: ['service/backup-schedule.ts', 'service/files-place.ts'], packages: [] },
  'service/files': {
    imports: ['service/files-place.ts'],
    packages: ['@aws-sdk/client-s3'],
    knowsNoTable: true,
  },
  'service/embedded-postgres': { imports: [], packages: [] },
  'service/database': {
    imports: ['service/admission', 'service/problem.ts'],
    packages: ['kysely', 'pg', 'pg-copy-streams'],
  },
  'service/http': {
    imports: [
      'contract',
      'sentences',
      'spelling',
      'service/problem.ts',
      'service/admission',
      'service/dutch',
    ],
    packages: [
      '@fastify/ajv-compiler',
      '@fastify/fast-json-stringify-compiler',
      '@fastify/swagger',
      '@fastify/swagger-ui',
      'cookie',
      ...forRoutes,
    ],
  },
  'service/spreadsheets': {
    imports: ['sentences', 'service/problem.ts', 'service/admission', 'service/http', 'workbook-engine'],
    packages: ['csv-stringify', 'saxen', 'write-excel-file', 'yazl'],
  },
  'service/sign-in/sign-in-refused.ts': { imports: [], packages: [], pure: true },
  'service/sign-in/ws-federation': {
    imports: ['sentences', 'service/sign-in/sign-in-refused.ts'],
    packages: ['@xmldom/xmldom', 'xml-crypto'],
    pure: true,
    computesWith: ['node:crypto'],
    knowsNoTable: true,
  },
  'service/operation': { imports: ground, packages: ['prom-client', ...forRoutes] },
  'service/odata': {
    imports: ['sentences', 'service/problem.ts', 'spelling'],
    packages: ['kysely'],
    pure: true,
    knowsNoTable: true,
  },
  'service/changes': { imports: ground, packages: forRoutesAndQueries },
  'service/idempotency': { imports: ground, packages: forRoutesAndQueries },
  'service/outgoing': { imports: [], packages: [], knowsNoTable: true },
  'service/mail': {
    imports: ['sentences', 'service/config.ts', 'service/problem.ts'],
    packages: ['nodemailer'],
    knowsNoTable: true,
  },
  'service/identity': {
    imports: [...ground, 'service/changes', 'service/idempotency', 'service/mail', 'spelling'],
    packages: ['@zxcvbn-ts/language-common', ...forRoutesAndQueries],
  },
  'service/audit': {
    imports: [...ground, 'service/identity', 'service/spreadsheets'],
    packages: forRoutesAndQueries,
  },
  'service/teams': { imports: belowTeams, packages: forRoutesAndQueries },
  'service/items': { imports: belowItems, packages: ['csv-parse', 'csv-stringify', ...forRoutesAndQueries] },
  'service/workbooks': { imports: belowWorkbooks, packages: forRoutesAndQueries },
  'service/tasks': { imports: belowTasks, packages: forRoutesAndQueries },
  'service/inspections': { imports: belowInspections, packages: forRoutesAndQueries },
  'service/news': { imports: [...ground, 'service/changes', 'service/identity'], packages: forRoutes },
  'service/planning': {
    imports: [...ground, 'service/changes', 'service/idempotency', 'service/identity', 'service/teams'],
    packages: forRoutes,
  },
  'service/views': { imports: [...ground, 'service/idempotency', 'service/identity'], packages: forRoutes },
  'service/work': { imports: aboveInspections, packages: forRoutes },
  'service/results': { imports: aboveInspections, packages: forRoutesAndQueries },
  'service/uploads': { imports: belowUploads, packages: [...forRoutesAndQueries, 'sharp', 'exifreader'] },
  'service/backup': {
    imports: [
      'sentences',
      'service/backup-schedule.ts',
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
    imports: [...belowInspections, 'service/backup', 'service/backup-schedule.ts', 'service/planning'],
    packages: forRoutes,
  },
  'service/reports/document': { imports: ['workbook-engine', 'report'], packages: [], pure: true },
  'service/reports': {
    imports: [...belowUploads, 'report', 'service/uploads', 'service/reports/document'],
    packages: [...forRoutesAndQueries, 'pdfmake', 'fontkit', 'sharp'],
  },
  'service/sign-in': {
    imports: [
      ...belowItems,
      'service/changes',
      'service/outgoing',
      'service/teams',
      'service/sign-in/sign-in-refused.ts',
      'service/sign-in/ws-federation',
    ],
    packages: ['openid-client', ...forRoutesAndQueries],
  },
  'service/portal': {
    imports: ['sentences', 'service/problem.ts', 'service/http'],
    packages: ['fastify', '@fastify/static'],
  },
  'service/provisioning': { imports: 'every', packages: ['yaml', 'typebox', 'kysely'] },
  'service/demo': { imports: 'every', packages: ['kysely', 'sharp'], writesEveryTable: true },
  'service/app.ts': { imports: 'every', packages: forRoutes },
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

  ...browserRooms,

  conformance: { imports: ['contract'], packages: [] },
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
  tools: { imports: 'every', packages: ['kysely', 'pino', 'sharp', 'vite', '@vitejs/plugin-react'] },
};

/** What a test may import beside what its room may. */
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
  ],
  rooms: ['service/testing', 'service/architecture', 'workbook-engine/testing', ...browserTestRooms],
};

/** The only file of the service that may import a package: everybody else speaks to what it exports. */
export const packageHomes: Readonly<Record<string, string>> = {
  pg: 'service/database/connect.ts',
};

/** The only files that may read `process.env`: the commands. Everything else is given what it needs. */
export const readersOfTheEnvironment = [
  'service/main.ts',
  'tools/test.ts',
  'tools/audit.ts',
  'bench/run.ts',
  'faults/run.ts',
];
