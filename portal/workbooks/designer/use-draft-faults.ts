import { useMemo } from 'react';
import { currentLanguage } from '#kit/words.ts';
import { saySentence } from '#portal/workbooks/engine-words/say-sentence.ts';
import { type DraftFault, locateFault } from '#portal/workbooks/model/draft-faults.ts';
import type { Saving } from '#portal/workbooks/model/draft-saver.ts';
import { findNode } from '#portal/workbooks/model/draft-tree.ts';
import type { Examined } from '#portal/workbooks/model/examine-draft.ts';

/**
 * What is wrong with the draft at this moment: what the engine finds as one types, and what only the server knows, which is
 * told until its member becomes another. Both speak the language of the reader.
 */
export const useDraftFaults = (
  { nodes, faults: found }: Examined,
  { saved, faults }: Saving,
): readonly DraftFault[] => {
  const language = currentLanguage();
  const ofEngine = useMemo(
    () =>
      found.map(({ sentence, ...fault }) =>
        sentence ? { ...fault, message: saySentence(sentence, language) } : fault,
      ),
    [found, language],
  );
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
