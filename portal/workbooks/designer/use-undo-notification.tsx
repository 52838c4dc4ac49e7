import { hideNotification, showNotification } from '@mantine/notifications';
import { useCallback, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageWithButton } from '#portal/ui/MessageWithButton.tsx';
import type { DraftDocument } from '#portal/workbooks/model/design.ts';
import { useLatest } from './use-latest.ts';

/** Returns a function that announces the next change and offers Undo until Undo would revert another change. */
export const useUndoNotification = (document: DraftDocument, undo: () => void): ((label: string) => void) => {
  const { t } = useTranslation('general');
  const id = useId();
  const nextLabel = useRef<string | undefined>(undefined);
  // The button can be clicked a second time while the notification fades out.
  const undoOnce = useLatest((shownDocument: DraftDocument) => {
    if (shownDocument === document) undo();
  });
  const show = useLatest((label: string, shownDocument: DraftDocument) =>
    showNotification({
      id,
      autoClose: 10_000,
      message: (
        <MessageWithButton message={label} label={t('undo')} onClick={() => undoOnce(shownDocument)} />
      ),
    }),
  );
  useEffect(() => {
    if (nextLabel.current === undefined) return undefined;
    show(nextLabel.current, document);
    nextLabel.current = undefined;
    return () => void hideNotification(id);
  }, [document, id, show]);
  return useCallback((label) => {
    nextLabel.current = label;
  }, []);
};
