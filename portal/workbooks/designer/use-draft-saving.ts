import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isEditConflict, isUnreachable } from '#portal/api/api-problem.ts';
import { saveDraft } from '#portal/api/workbooks.ts';
import { useMe } from '#portal/session/me.ts';
import type { DraftDocument } from '#portal/workbooks/model/design.ts';
import { createDraftSaver, type DraftSaver, type SaveStatus } from '#portal/workbooks/model/draft-saver.ts';
import { type DraftOwner, removeStoredDraft, storeDraft, toDraftContent } from './stored-draft.ts';

const STORE_DELAY_MS = 300;

/** The last save of each closed editor, by workbook ID. */
const lastSaves = new Map<string, Promise<void>>();

/** Waits until a closed editor's last save has succeeded or failed, so that a new editor loads the result. */
export const waitUntilSaved = async (workbookId: string): Promise<void> => lastSaves.get(workbookId);

const saveOnClose = (saver: DraftSaver, owner: DraftOwner): void => {
  const { state, revision } = saver.getStatus();
  // Opening and closing the editor must not create a draft.
  if (state === 'saved' && revision === null) return;
  const save = saver.flush().then(
    () => removeStoredDraft(owner),
    () => saver.stop(),
  );
  lastSaves.set(owner.workbookId, save);
};

export const useDraftSaving = (workbookId: string, initialStatus: SaveStatus, document: DraftDocument) => {
  const { id: userId } = useMe();
  const owner = useMemo(() => ({ userId, workbookId }), [userId, workbookId]);
  /** After the user has discarded the draft, the page must not store it again. */
  const isDiscarded = useRef(false);
  const [saveStatus, setSaveStatus] = useState(initialStatus);
  const [saver] = useState(() =>
    createDraftSaver(initialStatus, {
      save: (draft, revision) => saveDraft(workbookId, toDraftContent(draft), revision),
      schedule: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      onChange: setSaveStatus,
      classifyProblem: (problem) =>
        isEditConflict(problem) ? 'conflict' : isUnreachable(problem) ? 'unreachable' : 'rejected',
    }),
  );
  useEffect(() => saver.update(document), [saver, document]);
  useEffect(() => () => saveOnClose(saver, owner), [saver, owner]);

  useEffect(() => {
    const { state, savedDocument, revision } = saveStatus;
    if (state === 'saved') {
      removeStoredDraft(owner);
      return;
    }
    if (document === savedDocument) return;
    const storeUnsavedDraft = () => {
      if (!isDiscarded.current) storeDraft(owner, { revision, document });
    };
    const timer = setTimeout(storeUnsavedDraft, STORE_DELAY_MS);
    addEventListener('pagehide', storeUnsavedDraft);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', storeUnsavedDraft);
    };
  }, [owner, saveStatus, document]);

  const discard = useCallback(() => {
    isDiscarded.current = true;
    saver.stop();
    removeStoredDraft(owner);
  }, [saver, owner]);
  return { saveStatus, saver, discard };
};
