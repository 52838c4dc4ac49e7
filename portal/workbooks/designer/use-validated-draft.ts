import { useDebouncedValue } from '@mantine/hooks';
import { useDeferredValue, useMemo } from 'react';
import { type FieldNode, walkNodes } from '#portal/workbooks/model/draft-tree.ts';
import { type ValidatedDraft, validateDraft } from '#portal/workbooks/model/validate-draft.ts';

/** With more fields than this, the engine runs only once typing pauses, because it would slow down every keystroke. */
const MANY_FIELDS = 200;
const PAUSE_MS = 200;

export const useValidatedDraft = (nodes: readonly FieldNode[]): ValidatedDraft => {
  const count = useMemo(() => [...walkNodes(nodes)].length, [nodes]);
  const [settledNodes] = useDebouncedValue(nodes, PAUSE_MS);
  const latest = useDeferredValue(count > MANY_FIELDS ? settledNodes : nodes);
  return useMemo(() => validateDraft(latest), [latest]);
};
