import { Button, Group, Text } from '@mantine/core';
import { hideNotification, showNotification } from '@mantine/notifications';
import { useCallback, useEffect, useId, useRef } from 'react';
import { useFrameWords } from '#portal/frame/words.ts';
import type { DraftDocument } from '#portal/workbooks/model/design.ts';
import { useLatest } from './use-latest.ts';

const SHOWN_MS = 10_000;

/**
 * Says what the next step did and offers to take it back, for as long as it is the latest: after another step, or away from
 * the designer, it would take back something else, or nothing.
 */
export const useStepNote = (document: DraftDocument, undo: () => void): ((label: string) => void) => {
  const frame = useFrameWords();
  const id = useId();
  const next = useRef<string | undefined>(undefined);
  // The note goes slowly enough to be pressed twice.
  const takeBack = useLatest((of: DraftDocument) => {
    if (of === document) undo();
  });
  const show = useLatest((label: string, of: DraftDocument) =>
    showNotification({
      id,
      autoClose: SHOWN_MS,
      closeButtonProps: { 'aria-label': frame('close') },
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{label}</Text>
          <Button flex="none" size="compact-sm" variant="light" onClick={() => takeBack(of)}>
            {frame('undo')}
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
