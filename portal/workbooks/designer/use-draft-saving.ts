import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isOutdated, isUnreachable } from '#portal/api/api-problem.ts';
import { saveDraft } from '#portal/api/workbooks.ts';
import { useMe } from '#portal/session/me.ts';
import type { DraftDocument } from '#portal/workbooks/model/design.ts';
import { createDraftSaver, type DraftSaver, type SaveStatus } from '#portal/workbooks/model/draft-saver.ts';
import { type DraftOwner, removeStoredDraft, storeDraft, toDraftContent } from './stored-draft.ts';

const STORE_DELAY_MS = 300;

/** Saves that editors had in progress when they were closed, by workbook. */
const pendingSaves = new Map<string, Promise<void>>();

/** Waits until a closed editor's last save has succeeded or failed, so that a new editor loads the result. */
export const waitUntilSaved = async (workbookId: string): Promise<void> => pendingSaves.get(workbookId);

const saveOnClose = (saver: DraftSaver, owner: DraftOwner): void => {
  const { state, revision } = saver.current();
  // Opening and closing the editor must not create a draft.
  if (state === 'saved' && revision === null) return;
  const save = saver.flush().then(
    () => removeStoredDraft(owner),
    () => saver.stop(),
  );
  pendingSaves.set(owner.workbookId, save);
};

export const useDraftSaving = (
  workbookId: string,
  initial: SaveStatus,
  document: DraftDocument,
): { saveStatus: SaveStatus; saver: DraftSaver; discard: () => void } => {
  const { id: userId } = useMe();
  const owner = useMemo(() => ({ userId, workbookId }), [userId, workbookId]);
  /** Set when the draft is discarded, because the page, which is still open, must not store it again. */
  const isDiscarded = useRef(false);
  const [saveStatus, setSaveStatus] = useState(initial);
  const [saver] = useState(() =>
    createDraftSaver(initial, {
      save: (draft, revision) => saveDraft(workbookId, toDraftContent(draft), revision),
      schedule: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      onChange: setSaveStatus,
      classifyProblem: (problem) =>
        isOutdated(problem) ? 'conflict' : isUnreachable(problem) ? 'unreachable' : 'rejected',
    }),
  );
  useEffect(() => saver.update(document), [saver, document]);
  useEffect(() => () => saveOnClose(saver, owner), [saver, owner]);

  useEffect(() => {
    const { state, saved, revision } = saveStatus;
    if (state === 'saved') {
      removeStoredDraft(owner);
      return;
    }
    if (document === saved) return;
    const store = () => {
      if (!isDiscarded.current) storeDraft(owner, { revision, document });
    };
    const timer = setTimeout(store, STORE_DELAY_MS);
    addEventListener('pagehide', store);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', store);
    };
  }, [owner, saveStatus, document]);

  const discard = useCallback(() => {
    isDiscarded.current = true;
    saver.stop();
    removeStoredDraft(owner);
  }, [saver, owner]);
  return { saveStatus, saver, discard };
};
