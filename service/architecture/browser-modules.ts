import type { Module } from './modules.ts';

const screenPackages = [
  'react',
  'react-dom',
  '@mantine/core',
  '@mantine/hooks',
  '@mantine/notifications',
  '@tabler/icons-react',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'i18next',
  'react-i18next',
];
const belowScreens = [
  'contract',
  'i18n',
  'spelling',
  'kit',
  'portal/messages',
  'portal/api',
  'portal/session',
];

/** What a screen of the inspector's app may import: the data on the device and its sync status. */
const belowInspector = [
  'contract',
  'i18n',
  'kit',
  'inspector/store',
  'inspector/sync',
  'inspector/session',
  'inspector/frame',
];

const screen: Module = { imports: [...belowScreens, 'portal/frame'], packages: screenPackages };
/** Modules that several workbook screens share. */
const partsOfWorkbooks = ['portal/workbooks/model', 'portal/workbooks/fields', 'portal/workbooks/xlsform'];

/** Browser modules: a screen imports what is above it in this table, but no other screen. */
export const browserModules: Readonly<Record<string, Module>> = {
  kit: { imports: ['i18n'], packages: screenPackages },
  /** Maps for both apps. Separate, so that only screens with a map load the map library. */
  'kit/map': { imports: ['contract'], packages: ['maplibre-gl', 'pmtiles'] },
  'portal/messages': { imports: ['i18n', 'kit'], packages: ['i18next'] },
  'portal/api': { imports: ['contract', 'i18n', 'kit'], packages: ['@tanstack/react-query'] },
  'portal/session': { imports: ['contract', 'i18n', 'kit', 'portal/api'], packages: screenPackages },
  'portal/frame': { imports: belowScreens, packages: screenPackages },
  'portal/overview': screen,
  'portal/tasks': {
    imports: [...belowScreens, 'portal/frame'],
    packages: ['@tanstack/react-virtual', 'uqr', ...screenPackages],
  },
  'portal/board': { ...screen, packages: ['@tanstack/react-virtual', ...screenPackages] },
  'portal/map': {
    imports: [...belowScreens, 'portal/frame', 'kit/map'],
    packages: ['@tanstack/react-virtual', ...screenPackages],
  },
  'portal/workbooks/model': {
    imports: ['contract', 'i18n', 'workbook-engine'],
    packages: [],
    pure: true,
  },
  'portal/workbooks/fields': { imports: [...belowScreens, 'portal/frame'], packages: screenPackages },
  'portal/workbooks/xlsform': {
    imports: [...belowScreens, 'portal/frame', 'portal/workbooks/model'],
    packages: screenPackages,
  },
  'portal/workbooks/preview': {
    imports: [...belowScreens, 'portal/frame', 'i18n', 'workbook-engine'],
    packages: screenPackages,
  },
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
  'portal/workbooks/designer': {
    imports: [
      ...belowScreens,
      'portal/frame',
      'workbook-engine',
      ...partsOfWorkbooks,
      'portal/workbooks/preview',
      'portal/workbooks/expressions',
    ],
    packages: screenPackages,
  },
  'portal/workbooks': {
    imports: [...belowScreens, 'portal/frame', ...partsOfWorkbooks],
    packages: screenPackages,
  },
  'portal/shell': {
    imports: [...belowScreens, 'portal/frame'],
    packages: ['@mantine/spotlight', ...screenPackages],
  },
  'portal/people': screen,
  'portal/devices': screen,
  'portal/teams': screen,
  'portal/roles': screen,
  'portal/items': screen,
  'portal/sign-in-providers': screen,
  'portal/audit': screen,
  'portal/integration': screen,
  'portal/inspections': {
    imports: [...belowScreens, 'portal/frame', 'workbook-engine'],
    packages: screenPackages,
  },
  'portal/testing': {
    imports: 'every',
    packages: ['playwright-core', 'zxing-wasm'],
    forTestsOnly: true,
  },
  'inspector/messages': { imports: ['i18n', 'kit', 'report'], packages: ['i18next'] },
  'inspector/store': { imports: ['contract', 'i18n', 'workbook-engine'], packages: ['dexie'] },
  'inspector/sync': { imports: ['contract', 'i18n', 'inspector/store'], packages: ['tus-js-client'] },
  'inspector/session': { imports: ['contract', 'i18n', 'kit'], packages: screenPackages },
  'inspector/frame': {
    imports: ['contract', 'kit', 'inspector/store', 'inspector/sync', 'inspector/session'],
    packages: ['dexie-react-hooks', ...screenPackages],
  },
  'inspector/status': { imports: belowInspector, packages: ['dexie-react-hooks', ...screenPackages] },
  'inspector/position': { imports: ['workbook-engine'], packages: ['react'] },
  'inspector/evidence': {
    imports: ['contract', 'kit', 'workbook-engine', 'inspector/frame', 'inspector/position'],
    packages: ['signature_pad', 'barcode-detector', 'zxing-wasm', ...screenPackages],
  },
  'inspector/inspection': {
    imports: [
      'contract',
      'i18n',
      'kit',
      'workbook-engine',
      'inspector/store',
      'inspector/frame',
      'inspector/evidence',
    ],
    packages: ['dexie-react-hooks', ...screenPackages],
  },
  'inspector/report': {
    imports: [...belowInspector, 'report', 'workbook-engine', 'inspector/evidence'],
    packages: ['dexie-react-hooks', ...screenPackages],
  },
  'inspector/my-tasks': {
    imports: [...belowInspector, 'kit/map', 'inspector/position', 'inspector/evidence'],
    packages: ['dexie-react-hooks', '@tanstack/react-virtual', ...screenPackages],
  },
  'inspector/testing': {
    imports: 'every',
    packages: [
      'playwright-core',
      'fake-indexeddb',
      'vite',
      '@vitejs/plugin-react',
      'get-nonce',
      ...screenPackages,
    ],
    forTestsOnly: true,
  },
  'inspector/service-worker.ts': { imports: [], packages: ['workbox-precaching', 'workbox-routing'] },
  inspector: { imports: 'every', packages: ['get-nonce', 'dexie-react-hooks', ...screenPackages] },
  portal: { imports: 'every', packages: ['@mantine/spotlight', 'get-nonce', ...screenPackages] },
};

/** Modules that only browser tests may import. */
export const browserTestModules = ['portal/testing', 'inspector/testing'];
