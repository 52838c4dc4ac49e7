import { Button, Group, Text } from '@mantine/core';
import { hideNotification, showNotification } from '@mantine/notifications';
import { useCallback, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftDocument } from '#portal/workbooks/model/design.ts';
import { useLatest } from './use-latest.ts';

const SHOWN_MS = 10_000;

/**
 * Shows a notification about the next change with an undo button, for as long as that change is the latest one: after another
 * change or outside the editor, undo would affect something else.
 */
export const useUndoNotification = (document: DraftDocument, undo: () => void): ((label: string) => void) => {
  const { t: general } = useTranslation('general');
  const id = useId();
  const next = useRef<string | undefined>(undefined);
  // The notification fades out slowly enough to be clicked twice.
  const undoOnce = useLatest((of: DraftDocument) => {
    if (of === document) undo();
  });
  const show = useLatest((label: string, of: DraftDocument) =>
    showNotification({
      id,
      autoClose: SHOWN_MS,
      closeButtonProps: { 'aria-label': general('close') },
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{label}</Text>
          <Button flex="none" size="compact-sm" variant="light" onClick={() => undoOnce(of)}>
            {general('undo')}
          </Button>
        </Group>
      ),
    }),
  );
  useEffect(() => {
    if (next.current === undefined) return undefined;
    show(next.current, document);
    next.current = undefined;
    return () => void hideNotification(id);
  }, [document, id, show]);
  return useCallback((label) => {
    next.current = label;
  }, []);
};
