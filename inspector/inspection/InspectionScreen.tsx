import { type ReactNode, useMemo } from 'react';
import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import type { FetchFile } from '#inspector/store/read-evidence.ts';
import type { Store } from '#inspector/store/store.ts';
import type { PreviousInspection } from '#questions/answer-context.ts';
import { createUnsavedTracker, UnsavedProvider } from '#questions/unsaved.ts';
import { InspectionForm } from './InspectionForm.tsx';
import classes from './InspectionScreen.module.css';
import { useLiveInspection } from './use-inspection.ts';

export type InspectionScreenProps = {
  store: Store;
  inspectionId: string;
  definition: WorkbookDefinition;
  /** The titles of the workbooks used for follow-up tasks, by name. */
  workbookTitles: Readonly<Record<string, string>>;
  /** The previous inspection of each item. */
  previousInspections?: Readonly<Record<string, PreviousInspection>>;
  fetchFile: FetchFile;
  account: ReactNode;
  nextSteps: ReactNode;
  onLeave: () => void;
  onOpenReport: () => void;
};

export const InspectionScreen = (props: InspectionScreenProps) => {
  const { store, inspectionId } = props;
  const liveInspection = useLiveInspection(store, inspectionId);
  const unsaved = useMemo(createUnsavedTracker, []);
  if (!liveInspection) return <div className={classes.screen} aria-busy />;
  return (
    <UnsavedProvider value={unsaved}>
      <InspectionForm key={inspectionId} {...props} liveInspection={liveInspection} />
    </UnsavedProvider>
  );
};
