import { useDebouncedValue } from '@mantine/hooks';
import { useDeferredValue, useMemo } from 'react';
import { type FieldNode, walkNodes } from '#portal/workbooks/model/draft-tree.ts';
import { type ValidatedDraft, validateDraft } from '#portal/workbooks/model/validate-draft.ts';

/** With more fields than this, validating after each key press would slow down typing. */
const MAX_FIELDS_WITHOUT_DELAY = 200;
const TYPING_PAUSE_MS = 200;

export const useValidatedDraft = (nodes: readonly FieldNode[]): ValidatedDraft => {
  const fieldCount = useMemo(() => [...walkNodes(nodes)].length, [nodes]);
  const [debouncedNodes] = useDebouncedValue(nodes, TYPING_PAUSE_MS);
  const latestNodes = useDeferredValue(fieldCount > MAX_FIELDS_WITHOUT_DELAY ? debouncedNodes : nodes);
  return useMemo(() => validateDraft(latestNodes), [latestNodes]);
};
