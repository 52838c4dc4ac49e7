import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isOutdated, isUnreachable } from '#portal/api/api-problem.ts';
import { saveDraft } from '#portal/api/workbooks.ts';
import { useMe } from '#portal/session/me.ts';
import type { DraftDocument } from '#portal/workbooks/model/design.ts';
import { createDraftSaver, type DraftSaver, type Saving } from '#portal/workbooks/model/draft-saver.ts';
import { contentOf, type DraftOwner, removeStoredDraft, storeDraft } from './stored-draft.ts';

const STORE_DELAY_MS = 300;

/** Saves in progress of editors that were closed, by workbook. */
const pendingSaves = new Map<string, Promise<void>>();

/** Waits until earlier changes of the workbook are saved or have failed, so that the editor continues from there. */
export const waitUntilSaved = async (workbookId: string): Promise<void> => pendingSaves.get(workbookId);

const leave = (saver: DraftSaver, whose: DraftOwner): void => {
  const { state, revision } = saver.now();
  // Viewing does not create a draft.
  if (state === 'saved' && revision === null) return;
  const saving = saver.flush().then(
    () => removeStoredDraft(whose),
    () => saver.stop(),
  );
  pendingSaves.set(whose.workbookId, saving);
};

/** Saves the draft automatically, and stores unsaved changes in this browser. */
export const useDraftSaving = (
  workbookId: string,
  start: Saving,
  document: DraftDocument,
): { saving: Saving; saver: DraftSaver; drop: () => void } => {
  const { id: userId } = useMe();
  const whose = useMemo(() => ({ userId, workbookId }), [userId, workbookId]);
  /** Set when the draft is discarded: the page is still open and must not store it again. */
  const isDropped = useRef(false);
  const [saving, setSaving] = useState(start);
  const [saver] = useState(() =>
    createDraftSaver(start, {
      save: (sent, revision) => saveDraft(workbookId, contentOf(sent), revision),
      schedule: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      onChange: setSaving,
      problemKind: (problem) =>
        isOutdated(problem) ? 'conflict' : isUnreachable(problem) ? 'unreachable' : 'rejected',
    }),
  );
  useEffect(() => saver.update(document), [saver, document]);
  useEffect(() => () => leave(saver, whose), [saver, whose]);

  useEffect(() => {
    const { state, saved, revision } = saving;
    if (state === 'saved') {
      removeStoredDraft(whose);
      return;
    }
    if (document === saved) return;
    const store = () => {
      if (!isDropped.current) storeDraft(whose, { revision, document });
    };
    const timer = setTimeout(store, STORE_DELAY_MS);
    addEventListener('pagehide', store);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', store);
    };
  }, [whose, saving, document]);

  /** Discards the local changes. */
  const drop = useCallback(() => {
    isDropped.current = true;
    saver.stop();
    removeStoredDraft(whose);
  }, [saver, whose]);
  return { saving, saver, drop };
};
