import '@mantine/core/styles.layer.css';
import { MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { InspectionScreen } from '#inspector/inspection/InspectionScreen.tsx';
import { openDeviceDatabase } from '#inspector/store/device-database.ts';
import type { PictureFiles } from '#inspector/store/picture-files.ts';
import { takeReading } from '#inspector/store/take-reading.ts';
import { cssVariables, theme } from '#kit/theme.ts';
import { startLanguage } from '#kit/words.ts';
import { createCases } from './cases.ts';

// A page for tests alone: the screen of an inspection as it is, on a device that nobody else knows.

const nonce = document.querySelector<HTMLMetaElement>('meta[name="ronda-nonce"]')?.nonce ?? '';
setNonce(nonce);

const memoryFiles = (): PictureFiles => {
  const files = new Map<string, Blob>();
  return {
    write: async (id, bytes) => void files.set(id, bytes),
    read: async (id) => files.get(id),
    remove: async (id) => void files.delete(id),
    ids: async () => [...files.keys()],
    writtenAt: async () => undefined,
  };
};

const start = async () => {
  const { definition, reading, earlier } =
    createCases()[new URLSearchParams(location.search).get('case') ?? 'every']!;
  const database = openDeviceDatabase('showcase');
  const store = { database, files: memoryFiles(), now: Date.now, newId: () => crypto.randomUUID() };
  if (!(await database.inspections.get(reading.id))) await takeReading(store, reading);
  // For tests, which look at what lies on the device.
  Object.assign(globalThis, { device: database });
  await startLanguage(navigator.language.startsWith('nl') ? 'nl' : 'en');
  createRoot(document.getElementById('showcase')!).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <InspectionScreen
        store={store}
        inspectionId={reading.id}
        definition={definition}
        {...(earlier && { earlier })}
        onLeave={() => (document.title = 'Left')}
        onReport={() => (document.title = 'Report')}
      />
    </MantineProvider>,
  );
};

void start();
