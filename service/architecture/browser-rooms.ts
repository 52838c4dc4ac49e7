import type { Room } from './house.ts';

const forScreens = [
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
const belowScreens = ['contract', 'spelling', 'kit', 'portal/api', 'portal/session'];

/** What a screen of the inspector's app may know: what is on the device, and how far the server has heard it. */
const belowInspector = [
  'contract',
  'kit',
  'inspector/store',
  'inspector/sync',
  'inspector/session',
  'inspector/frame',
];

const screen: Room = { imports: [...belowScreens, 'portal/frame'], packages: forScreens };
/** What several screens about workbooks are made of. */
const partsOfWorkbooks = ['portal/workbooks/model', 'portal/workbooks/fields', 'portal/workbooks/xlsform'];

/** What runs in browsers: a screen knows what stands below it and no other screen. */
export const browserRooms: Readonly<Record<string, Room>> = {
  kit: { imports: [], packages: forScreens },
  /** Points on a ground, for both apps: apart, so that only screens with a map carry what draws it. */
  'kit/map': { imports: ['contract'], packages: ['maplibre-gl', 'pmtiles'] },
  'portal/api': { imports: ['contract', 'kit'], packages: ['@tanstack/react-query'] },
  'portal/session': { imports: ['contract', 'kit', 'portal/api'], packages: forScreens },
  'portal/frame': { imports: belowScreens, packages: forScreens },
  'portal/overview': screen,
  'portal/tasks': {
    imports: [...belowScreens, 'portal/frame'],
    packages: ['@tanstack/react-virtual', 'uqr', ...forScreens],
  },
  'portal/board': { ...screen, packages: ['@tanstack/react-virtual', ...forScreens] },
  'portal/map': {
    imports: [...belowScreens, 'portal/frame', 'kit/map'],
    packages: ['@tanstack/react-virtual', ...forScreens],
  },
  'portal/workbooks/model': {
    imports: ['contract', 'sentences', 'workbook-engine'],
    packages: [],
    pure: true,
  },
  'portal/workbooks/fields': { imports: [...belowScreens, 'portal/frame'], packages: forScreens },
  'portal/workbooks/xlsform': {
    imports: [...belowScreens, 'portal/frame', 'portal/workbooks/model'],
    packages: forScreens,
  },
  'portal/workbooks/engine-words': { imports: ['contract', 'sentences', 'workbook-engine'], packages: [] },
  'portal/workbooks/preview': {
    imports: [
      ...belowScreens,
      'portal/frame',
      'sentences',
      'workbook-engine',
      'portal/workbooks/engine-words',
    ],
    packages: forScreens,
  },
  'portal/workbooks/expressions': {
    imports: ['contract', 'kit', 'workbook-engine', 'portal/workbooks/engine-words'],
    packages: [
      'react',
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
      'portal/workbooks/engine-words',
      'portal/workbooks/preview',
      'portal/workbooks/expressions',
    ],
    packages: forScreens,
  },
  'portal/workbooks': {
    imports: [...belowScreens, 'portal/frame', ...partsOfWorkbooks],
    packages: forScreens,
  },
  'portal/shell': {
    imports: [...belowScreens, 'portal/frame'],
    packages: ['@mantine/spotlight', ...forScreens],
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
    packages: forScreens,
  },
  'portal/testing': {
    imports: 'every',
    packages: ['playwright-core', 'zxing-wasm'],
    forTestsOnly: true,
  },
  'inspector/store': { imports: ['contract', 'sentences', 'workbook-engine'], packages: ['dexie'] },
  'inspector/sync': { imports: ['contract', 'inspector/store'], packages: ['tus-js-client'] },
  'inspector/session': { imports: ['contract', 'kit'], packages: forScreens },
  'inspector/frame': {
    imports: ['contract', 'kit', 'inspector/store', 'inspector/sync', 'inspector/session'],
    packages: ['dexie-react-hooks', ...forScreens],
  },
  'inspector/status': { imports: belowInspector, packages: ['dexie-react-hooks', ...forScreens] },
  'inspector/position': { imports: ['workbook-engine'], packages: ['react'] },
  'inspector/evidence': {
    imports: ['contract', 'kit', 'workbook-engine', 'inspector/frame', 'inspector/position'],
    packages: ['signature_pad', 'barcode-detector', 'zxing-wasm', ...forScreens],
  },
  'inspector/inspection': {
    imports: [
      'contract',
      'sentences',
      'kit',
      'workbook-engine',
      'inspector/store',
      'inspector/frame',
      'inspector/evidence',
    ],
    packages: ['dexie-react-hooks', ...forScreens],
  },
  'inspector/report': {
    imports: [...belowInspector, 'report', 'workbook-engine', 'inspector/evidence'],
    packages: ['dexie-react-hooks', ...forScreens],
  },
  'inspector/my-tasks': {
    imports: [...belowInspector, 'kit/map', 'inspector/position', 'inspector/evidence'],
    packages: ['dexie-react-hooks', '@tanstack/react-virtual', ...forScreens],
  },
  'inspector/testing': {
    imports: 'every',
    packages: [
      'playwright-core',
      'fake-indexeddb',
      'vite',
      '@vitejs/plugin-react',
      'get-nonce',
      ...forScreens,
    ],
    forTestsOnly: true,
  },
  'inspector/service-worker.ts': { imports: [], packages: ['workbox-precaching', 'workbox-routing'] },
  inspector: { imports: 'every', packages: ['get-nonce', 'dexie-react-hooks', ...forScreens] },
  portal: { imports: 'every', packages: ['@mantine/spotlight', 'get-nonce', ...forScreens] },
};

/** What only tests of browsers may import. */
export const browserTestRooms = ['portal/testing', 'inspector/testing'];
