import { useCallback, useMemo, useState } from 'react';
import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import type { FetchFile } from '#inspector/store/read-evidence.ts';
import type { Store } from '#inspector/store/store.ts';
import type { Earlier } from './answering.ts';
import { Inspecting } from './Inspecting.tsx';
import classes from './InspectionScreen.module.css';
import { createUnkept, UnkeptProvider } from './unkept.ts';
import { useLiveInspection } from './use-inspection.ts';
import { useInspectionWords } from './words.ts';

export type InspectionScreenProps = {
  store: Store;
  inspectionId: string;
  /** The fields of its workbook version. */
  definition: WorkbookDefinition;
  /** By item: what was answered when it was inspected before. */
  earlier?: Readonly<Record<string, Earlier>>;
  /** Fetches what is not on this device. */
  fetchFile: FetchFile;
  onLeave: () => void;
  onReport: () => void;
};

/** Answering an inspection. What stands on the screen is what lies on the device, and each change goes there at once. */
export const InspectionScreen = (props: InspectionScreenProps) => {
  const { store, inspectionId } = props;
  const t = useInspectionWords();
  const live = useLiveInspection(store, inspectionId);
  const unkept = useMemo(createUnkept, []);
  const [hasNotKept, setHasNotKept] = useState(false);
  const onKeep = useCallback((isKept: boolean) => setHasNotKept(!isKept), []);
  if (live === undefined) return <div className={classes.screen} aria-busy />;
  if (live === null)
    return (
      <main className={classes.screen}>
        <p className={classes.lead}>{t('gone')}</p>
        <button type="button" className={classes.tap} onClick={props.onLeave}>
          {t('leave')}
        </button>
      </main>
    );
  return (
    <UnkeptProvider value={unkept}>
      <Inspecting key={inspectionId} {...props} {...{ live, unkept, hasNotKept, onKeep }} />
    </UnkeptProvider>
  );
};
