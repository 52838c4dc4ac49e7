import type { ComponentType } from 'react';
import { InspectionScreen } from '#inspector/inspection/InspectionScreen.tsx';
import { applyServerState } from '#inspector/store/apply-server-state.ts';
import { openDeviceDatabase } from '#inspector/store/device-database.ts';
import type { PictureFiles } from '#inspector/store/store.ts';
import { createCases } from './cases.ts';

const createMemoryFiles = (): PictureFiles => {
  const files = new Map<string, Blob>();
  return {
    write: async (id, bytes) => void files.set(id, bytes),
    read: async (id) => files.get(id),
    remove: async (id) => void files.delete(id),
    listIds: async () => [...files.keys()],
    readAge: async () => undefined,
  };
};

/** Creates the screen for one of the inspections in `cases.ts`. */
export const openInspectionCase = async (name: string): Promise<ComponentType> => {
  const { definition, serverState, previousInspections } = createCases()[name]!;
  const database = openDeviceDatabase('showcase');
  const store = { database, files: createMemoryFiles(), now: Date.now, newId: () => crypto.randomUUID() };
  if (!(await database.inspections.get(serverState.id))) await applyServerState(store, serverState);
  // Tests use these to read the data on the device.
  Object.assign(globalThis, { device: database, files: store.files });
  return () => (
    <InspectionScreen
      store={store}
      inspectionId={serverState.id}
      definition={definition}
      workbookTitles={{ Repair: 'Bridge repair' }}
      {...(previousInspections && { previousInspections })}
      fetchFile={rejectUnreachable}
      account={null}
      nextSteps={null}
      onLeave={() => (document.title = 'Left')}
      onOpenReport={() => (document.title = 'Report')}
    />
  );
};

const rejectUnreachable = () => Promise.reject(new Error('There is no server.'));
