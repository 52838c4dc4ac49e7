import { useDeferredValue, useMemo } from 'react';
import { type DraftFault, faultsOfTree, locateFault } from '#portal/workbooks/model/draft-faults.ts';
import type { Saving } from '#portal/workbooks/model/draft-saver.ts';
import { type DraftTree, findNode } from '#portal/workbooks/model/draft-tree.ts';

/**
 * What is wrong with the draft at this moment: what the engine finds as one types, and what only the server knows, which is
 * told until its member becomes another.
 */
export const useDraftFaults = (tree: DraftTree, { saved, faults }: Saving): readonly DraftFault[] => {
  const { nodes } = useDeferredValue(tree);
  const ofEngine = useMemo(() => faultsOfTree(nodes), [nodes]);
  const ofServer = useMemo(
    () => faults.map((fault) => locateFault(saved.tree.nodes, fault)),
    [saved, faults],
  );
  return useMemo(() => {
    if (saved.tree.nodes === nodes) return ofServer;
    const known = new Set(ofEngine.map(textOf));
    const still = ofServer.filter((fault) => {
      const { key, member } = fault;
      if (key === null || known.has(textOf(fault))) return false;
      const before = findNode(saved.tree.nodes, key)?.node.members;
      const now = findNode(nodes, key)?.node.members;
      const name = member.split(/[.[]/, 1)[0] as keyof typeof before;
      // What the engine does not find although nothing changed, only the server can know.
      return now !== undefined && before?.[name] === now[name] && name === 'followUp';
    });
    return [...ofEngine, ...still];
  }, [nodes, saved, ofEngine, ofServer]);
};

const textOf = ({ key, member, message }: DraftFault) => `${key} ${member} ${message}`;
