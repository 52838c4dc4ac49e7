import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { FieldNode } from '#portal/workbooks/model/draft-tree.ts';
import { walkNodes } from '#portal/workbooks/model/draft-tree.ts';
import { type Examined, examineDraft } from '#portal/workbooks/model/examine-draft.ts';

/** In a workbook with more fields the engine waits until nobody types: each letter would wait for it. */
const MANY_FIELDS = 200;
const PAUSE_MS = 200;

/** What the engine says of the draft of the moment, or of a moment ago. */
export const useExamined = (nodes: readonly FieldNode[]): Examined => {
  const count = useMemo(() => [...walkNodes(nodes)].length, [nodes]);
  const settled = useSettled(nodes);
  const latest = useDeferredValue(count > MANY_FIELDS ? settled : nodes);
  return useMemo(() => examineDraft(latest), [latest]);
};

/** The value as it was when it last stayed the same for a while. */
const useSettled = <Value>(value: Value): Value => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};
