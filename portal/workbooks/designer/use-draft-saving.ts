import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isOutdated, isUnreachable } from '#portal/api/api-problem.ts';
import { saveDraft } from '#portal/api/workbooks.ts';
import { useMe } from '#portal/session/me.ts';
import type { DraftDocument } from '#portal/workbooks/model/design.ts';
import { createDraftSaver, type DraftSaver, type Saving } from '#portal/workbooks/model/draft-saver.ts';
import { contentOf, forgetDraft, keepDraft } from './kept-draft.ts';

const KEEP_MS = 300;

/** Saves what is designed by itself, and keeps in this browser what is not saved yet. */
export const useDraftSaving = (
  workbookId: string,
  start: Saving,
  document: DraftDocument,
): { saving: Saving; saver: DraftSaver; drop: () => void } => {
  const { id: userId } = useMe();
  const whose = useMemo(() => ({ userId, workbookId }), [userId, workbookId]);
  /** Its page is still there for a moment, and must not keep it again. */
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
        isOutdated(problem) ? 'conflict' : isUnreachable(problem) ? 'unreachable' : 'refused',
    }),
  );
  useEffect(() => saver.update(document), [saver, document]);
  useEffect(() => () => void saver.flush().catch(() => saver.stop()), [saver]);

  useEffect(() => {
    const { state, saved, revision } = saving;
    if (state === 'saved') {
      forgetDraft(whose);
      return;
    }
    if (document === saved) return;
    const keep = () => {
      if (!isDropped.current) keepDraft(whose, { revision, document });
    };
    const timer = setTimeout(keep, KEEP_MS);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
    };
  }, [whose, saving, document]);

  /** What is here is not wanted any more. */
  const drop = useCallback(() => {
    isDropped.current = true;
    saver.stop();
    forgetDraft(whose);
  }, [saver, whose]);
  return { saving, saver, drop };
};
