import { useMemo } from 'react';
import { type DraftError, isInProperty } from '#portal/workbooks/model/draft-errors.ts';
import type { FieldNode, PropertiesChange } from '#portal/workbooks/model/draft-tree.ts';
import { useDesigner } from './designer-context.ts';

/** A field, with functions for changing it and finding its errors. */
export type FieldEdit = {
  node: FieldNode;
  set: (change: PropertiesChange) => void;
  /** Ends the current undo step. */
  endStep: () => void;
  findErrors: (property: string) => DraftError[];
  findErrorMessage: (property: string) => string | undefined;
};

export const useFieldEdit = (node: FieldNode): FieldEdit => {
  const { dispatch, errors } = useDesigner();
  const { key } = node;
  const fieldErrors = useMemo(() => errors.filter((error) => error.key === key), [errors, key]);
  const findErrors = (property: string) => fieldErrors.filter((error) => isInProperty(error, property));
  return {
    node,
    set: (change) => dispatch({ kind: 'set', key, change }),
    endStep: () => dispatch({ kind: 'endStep' }),
    findErrors,
    findErrorMessage: (property) => findErrors(property)[0]?.message,
  };
};
