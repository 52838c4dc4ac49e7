import { useMemo } from 'react';
import { type DraftError, isAbout } from '#portal/workbooks/model/draft-errors.ts';
import type { FieldNode, Members } from '#portal/workbooks/model/draft-tree.ts';
import { useDesigner } from './designer-context.ts';

export type Change = { [Member in keyof Members]?: Members[Member] | undefined };

/** A field with functions to change it and to find its errors. */
export type FieldEdit = {
  node: FieldNode;
  set: (change: Change) => void;
  /** Ends the current undo step. */
  pause: () => void;
  issuesOf: (member: string) => DraftError[];
  issueOf: (member: string) => string | undefined;
};

export const useFieldEdit = (node: FieldNode): FieldEdit => {
  const { dispatch, errors } = useDesigner();
  const { key } = node;
  const ours = useMemo(() => errors.filter((issue) => issue.key === key), [errors, key]);
  const issuesOf = (member: string) => ours.filter((issue) => isAbout(issue, member));
  return {
    node,
    set: (change) => dispatch({ kind: 'set', key, change }),
    pause: () => dispatch({ kind: 'pause' }),
    issuesOf,
    issueOf: (member) => issuesOf(member)[0]?.message,
  };
};
