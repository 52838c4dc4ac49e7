import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { FieldNode } from '#portal/workbooks/model/draft-tree.ts';
import { walkNodes } from '#portal/workbooks/model/draft-tree.ts';
import { type Examined, validateDraft } from '#portal/workbooks/model/validate-draft.ts';

/** With more fields the engine runs only after a pause in typing, because it would delay each keystroke. */
const MANY_FIELDS = 200;
const PAUSE_MS = 200;

/** The engine's result for the current draft. In large workbooks it lags behind. */
export const useValidatedDraft = (nodes: readonly FieldNode[]): Examined => {
  const count = useMemo(() => [...walkNodes(nodes)].length, [nodes]);
  const settled = useDebouncedValue(nodes);
  const latest = useDeferredValue(count > MANY_FIELDS ? settled : nodes);
  return useMemo(() => validateDraft(latest), [latest]);
};

/** Returns the value after it has not changed for a while. */
const useDebouncedValue = <Value>(value: Value): Value => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};
