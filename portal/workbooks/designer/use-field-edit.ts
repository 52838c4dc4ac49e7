import { useMemo } from 'react';
import { type DraftFault, isAbout } from '#portal/workbooks/model/draft-faults.ts';
import type { FieldNode, Members } from '#portal/workbooks/model/draft-tree.ts';
import { useDesigner } from './designer-context.ts';

export type Change = { [Member in keyof Members]?: Members[Member] | undefined };

/** What the parts of a field's properties need: to say something else of it, and its faults. */
export type FieldEdit = {
  node: FieldNode;
  set: (change: Change) => void;
  /** What comes next is another step. */
  pause: () => void;
  faultsOf: (member: string) => DraftFault[];
  faultOf: (member: string) => string | undefined;
};

export const useFieldEdit = (node: FieldNode): FieldEdit => {
  const { act, faults } = useDesigner();
  const { key } = node;
  const ours = useMemo(() => faults.filter((fault) => fault.key === key), [faults, key]);
  const faultsOf = (member: string) => ours.filter((fault) => isAbout(fault, member));
  return {
    node,
    set: (change) => act({ kind: 'set', key, change }),
    pause: () => act({ kind: 'pause' }),
    faultsOf,
    faultOf: (member) => faultsOf(member)[0]?.message,
  };
};
