import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isOutdated, isUnreachable } from '#portal/api/api-problem.ts';
import { saveDraft } from '#portal/api/workbooks.ts';
import { useMe } from '#portal/session/me.ts';
import type { DraftDocument } from '#portal/workbooks/model/design.ts';
import { createDraftSaver, type DraftSaver, type Saving } from '#portal/workbooks/model/draft-saver.ts';
import { contentOf, forgetDraft, keepDraft, type Whose } from './kept-draft.ts';

const KEEP_MS = 300;

/** What is still being saved of designs that were left, by workbook. */
const onTheirWay = new Map<string, Promise<void>>();

/** Until what was designed here before is saved, or cannot be: whoever comes back goes on from there. */
export const untilSaved = async (workbookId: string): Promise<void> => onTheirWay.get(workbookId);

const leave = (saver: DraftSaver, whose: Whose): void => {
  const { state, revision } = saver.now();
  // Who only looks leaves no draft behind.
  if (state === 'saved' && revision === null) return;
  const saving = saver.flush().then(
    () => forgetDraft(whose),
    () => saver.stop(),
  );
  onTheirWay.set(whose.workbookId, saving);
};

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
  useEffect(() => () => leave(saver, whose), [saver, whose]);

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
