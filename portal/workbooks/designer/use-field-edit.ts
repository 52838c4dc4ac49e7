import { useMemo } from 'react';
import { type DraftError, isInMember } from '#portal/workbooks/model/draft-errors.ts';
import type { FieldNode, MembersChange } from '#portal/workbooks/model/draft-tree.ts';
import { useDesigner } from './designer-context.ts';

/** A field, with functions to change it and to find its errors. */
export type FieldEdit = {
  node: FieldNode;
  set: (change: MembersChange) => void;
  /** Ends the current undo step. */
  endStep: () => void;
  errorsOf: (member: string) => DraftError[];
  errorOf: (member: string) => string | undefined;
};

export const useFieldEdit = (node: FieldNode): FieldEdit => {
  const { dispatch, errors } = useDesigner();
  const { key } = node;
  const fieldErrors = useMemo(() => errors.filter((error) => error.key === key), [errors, key]);
  const errorsOf = (member: string) => fieldErrors.filter((error) => isInMember(error, member));
  return {
    node,
    set: (change) => dispatch({ kind: 'set', key, change }),
    endStep: () => dispatch({ kind: 'endStep' }),
    errorsOf,
    errorOf: (member) => errorsOf(member)[0]?.message,
  };
};
