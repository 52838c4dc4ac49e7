import { useEffect, useState } from 'react';
import { isOutdated, isUnreachable } from '#portal/api/api-problem.ts';
import { saveDraft } from '#portal/api/workbooks.ts';
import type { DraftDocument } from '#portal/workbooks/model/design.ts';
import { createDraftSaver, type DraftSaver, type Saving } from '#portal/workbooks/model/draft-saver.ts';
import { contentOf, forgetDraft, keepDraft } from './kept-draft.ts';

const KEEP_MS = 300;

/** Saves what is designed by itself, and keeps in this browser what is not saved yet. */
export const useDraftSaving = (
  workbookId: string,
  start: Saving,
  document: DraftDocument,
): { saving: Saving; saver: DraftSaver } => {
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
        isOutdated(problem) ? 'conflict' : isUnreachable(problem) ? 'unreachable' : 'refused',
    }),
  );
  useEffect(() => saver.update(document), [saver, document]);
  useEffect(() => () => void saver.flush().catch(() => saver.stop()), [saver]);

  useEffect(() => {
    const { state, saved, revision } = saving;
    if (state === 'saved') {
      forgetDraft(workbookId);
      return;
    }
    if (document === saved) return;
    const keep = () => keepDraft(workbookId, { revision, document });
    const timer = setTimeout(keep, KEEP_MS);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
    };
  }, [workbookId, saving, document]);
  return { saving, saver };
};
