import type { Module } from './modules.ts';

const screenPackages = [
  'react',
  'react-dom',
  '@mantine/core',
  '@mantine/hooks',
  '@mantine/notifications',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'i18next',
  'react-i18next',
];
const screenFoundation = [
  'contract',
  'i18n',
  'spelling',
  'kit',
  'task-fields',
  'portal/messages',
  'portal/api',
  'portal/session',
];

const inspectorFoundation = [
  'contract',
  'i18n',
  'kit',
  'task-fields',
  'inspector/store',
  'inspector/sync',
  'inspector/session',
  'inspector/installation',
  'inspector/device',
  'inspector/page',
];

const portalFoundation = [
  ...screenFoundation,
  'portal/keyboard',
  'portal/ui',
  'portal/problems',
  'portal/actions',
  'portal/forms',
];

const createScreenModule = (...modules: readonly string[]): Module => ({
  imports: [...portalFoundation, ...modules],
  packages: screenPackages,
});
const workbookParts = ['portal/workbooks/model', 'portal/workbooks/fields', 'portal/workbooks/xlsform'];

/** Modules may import only the modules above them in this table. */
export const browserModules: Readonly<Record<string, Module>> = {
  kit: { imports: ['i18n'], packages: screenPackages },
  /** Only screens with a map load the map library. */
  'kit/map': { imports: ['contract', 'kit'], packages: ['maplibre-gl', 'pmtiles'] },
  'task-fields': { imports: ['contract', 'i18n', 'kit'], packages: screenPackages },
  questions: { imports: ['contract', 'i18n', 'kit', 'workbook-engine'], packages: screenPackages },
  'portal/messages': { imports: ['i18n', 'kit', 'questions', 'task-fields'], packages: ['i18next'] },
  'portal/api': { imports: ['contract', 'i18n', 'kit'], packages: ['@tanstack/react-query'] },
  'portal/session': { imports: ['contract', 'i18n', 'kit', 'portal/api'], packages: screenPackages },
  'portal/keyboard': { imports: [], packages: screenPackages },
  'portal/ui': {
    imports: ['i18n', 'kit', 'portal/keyboard'],
    packages: ['@mantine/dates', 'dayjs', ...screenPackages],
  },
  'portal/problems': { imports: ['kit', 'portal/api', 'portal/ui'], packages: screenPackages },
  'portal/actions': {
    imports: ['portal/api', 'portal/keyboard', 'portal/ui', 'portal/problems'],
    packages: screenPackages,
  },
  'portal/forms': {
    imports: ['kit', 'portal/api', 'portal/session', 'portal/ui', 'portal/problems'],
    packages: screenPackages,
  },
  'portal/live-updates': { imports: ['contract', 'portal/api'], packages: ['@tanstack/react-query'] },
  'portal/devices': createScreenModule(),
  'portal/teams': createScreenModule(),
  'portal/roles': createScreenModule(),
  'portal/people': createScreenModule('portal/devices', 'portal/teams', 'portal/roles'),
  'portal/workbooks/model': { imports: ['contract', 'i18n', 'workbook-engine'], packages: [], isPure: true },
  'portal/workbooks/fields': createScreenModule(),
  'portal/workbooks/xlsform': createScreenModule('portal/workbooks/model'),
  'portal/workbooks/preview': createScreenModule('workbook-engine', 'questions'),
  'portal/workbooks/expressions': {
    imports: ['contract', 'kit', 'workbook-engine'],
    packages: [
      'react',
      'i18next',
      'get-nonce',
      '@codemirror/autocomplete',
      '@codemirror/commands',
      '@codemirror/language',
      '@codemirror/lint',
      '@codemirror/state',
      '@codemirror/view',
    ],
  },
  'portal/workbooks/designer': createScreenModule(
    'workbook-engine',
    'questions',
    'portal/teams',
    'portal/people',
    ...workbookParts,
    'portal/workbooks/preview',
    'portal/workbooks/expressions',
  ),
  'portal/workbooks': createScreenModule('portal/teams', 'portal/people', ...workbookParts),
  'portal/views': createScreenModule('portal/teams'),
  'portal/planning': createScreenModule('portal/teams'),
  'portal/tasks': {
    imports: [
      ...portalFoundation,
      'workbook-engine',
      'portal/devices',
      'portal/teams',
      'portal/people',
      'portal/workbooks',
      'portal/workbooks/fields',
      'portal/views',
      'portal/planning',
    ],
    packages: ['@tanstack/react-virtual', 'uqr', ...screenPackages],
  },
  'portal/board': {
    imports: [...portalFoundation, 'portal/devices', 'portal/teams', 'portal/planning', 'portal/tasks'],
    packages: ['@tanstack/react-virtual', ...screenPackages],
  },
  'portal/map': {
    imports: [...portalFoundation, 'kit/map', 'portal/planning', 'portal/tasks'],
    packages: ['@tanstack/react-virtual', ...screenPackages],
  },
  'portal/inspections': createScreenModule(
    'workbook-engine',
    'portal/teams',
    'portal/people',
    'portal/workbooks',
    'portal/workbooks/fields',
    'portal/views',
    'portal/tasks',
  ),
  'portal/overview': createScreenModule('portal/devices', 'portal/teams'),
  'portal/items': createScreenModule(),
  'portal/sign-in-providers': createScreenModule('portal/teams'),
  'portal/audit': createScreenModule(),
  'portal/integration': createScreenModule(),
  'portal/shell': {
    imports: [...portalFoundation, 'portal/live-updates', 'portal/tasks'],
    packages: screenPackages,
  },
  'portal/testing': { imports: 'every', packages: ['playwright-core', 'zxing-wasm'], isForTestsOnly: true },
  'inspector/messages': {
    imports: ['i18n', 'kit', 'questions', 'report', 'task-fields'],
    packages: ['i18next'],
  },
  'inspector/store': { imports: ['contract', 'i18n', 'workbook-engine'], packages: ['dexie'] },
  'inspector/sync': { imports: ['contract', 'i18n', 'inspector/store'], packages: ['tus-js-client'] },
  'inspector/session': { imports: ['contract', 'i18n', 'kit'], packages: screenPackages },
  'inspector/installation': { imports: [], packages: screenPackages },
  'inspector/device': {
    imports: ['kit', 'inspector/store', 'inspector/sync'],
    packages: ['dexie-react-hooks', ...screenPackages],
  },
  'inspector/account': { imports: ['i18n', 'kit', 'inspector/device'], packages: screenPackages },
  'inspector/page': { imports: ['kit', 'inspector/device', 'inspector/account'], packages: screenPackages },
  'inspector/position': { imports: ['workbook-engine'], packages: ['react'] },
  'inspector/evidence': {
    imports: ['contract', 'kit', 'workbook-engine', 'inspector/position'],
    packages: ['signature_pad', 'barcode-detector', 'zxing-wasm', ...screenPackages],
  },
  'inspector/inspection': {
    imports: [
      'contract',
      'i18n',
      'kit',
      'workbook-engine',
      'questions',
      'inspector/store',
      'inspector/page',
      'inspector/device',
      'inspector/position',
      'inspector/evidence',
    ],
    packages: ['dexie-react-hooks', ...screenPackages],
  },
  'inspector/report': {
    imports: [...inspectorFoundation, 'report', 'workbook-engine', 'inspector/evidence'],
    packages: ['dexie-react-hooks', ...screenPackages],
  },
  'inspector/my-tasks': {
    imports: [...inspectorFoundation, 'kit/map', 'inspector/position', 'inspector/evidence'],
    packages: ['dexie-react-hooks', '@tanstack/react-virtual', ...screenPackages],
  },
  'inspector/status': {
    imports: [...inspectorFoundation, 'inspector/my-tasks'],
    packages: ['dexie-react-hooks', ...screenPackages],
  },
  'inspector/testing': {
    imports: 'every',
    packages: [
      'playwright-core',
      'dexie',
      'fake-indexeddb',
      'vite',
      '@vitejs/plugin-react',
      'get-nonce',
      ...screenPackages,
    ],
    isForTestsOnly: true,
  },
  'inspector/service-worker.ts': { imports: [], packages: ['workbox-precaching', 'workbox-routing'] },
  inspector: { imports: 'every', packages: ['get-nonce', 'dexie-react-hooks', ...screenPackages] },
  portal: { imports: 'every', packages: ['@mantine/dates', 'get-nonce', ...screenPackages] },
};

export const browserTestModules = ['portal/testing', 'inspector/testing'];
