import { useMemo } from 'react';
import { currentLanguage } from '#kit/words.ts';
import { saySentence } from '#portal/workbooks/engine-words/say-sentence.ts';
import { type DraftFault, locateFault } from '#portal/workbooks/model/draft-faults.ts';
import type { Saving } from '#portal/workbooks/model/draft-saver.ts';
import { findNode } from '#portal/workbooks/model/draft-tree.ts';
import type { Examined } from '#portal/workbooks/model/examine-draft.ts';
import { useDesignerWords } from './words.ts';

/**
 * What is wrong with the draft at this moment: what the engine finds as one types, and what only the server knows, which is
 * told until its member becomes another. In the language of the reader.
 */
export const useDraftFaults = (
  { nodes, faults: ofEngine }: Examined,
  { saved, faults }: Saving,
): readonly DraftFault[] => {
  const nobody = useDesignerWords()('followUpUnknown');
  const language = currentLanguage();
  const ofServer = useMemo(
    () => faults.map((fault) => locateFault(saved.tree.nodes, fault)),
    [saved, faults],
  );
  const all = useMemo(() => {
    const known = new Map(ofEngine.map((fault) => [textOf(fault), fault]));
    if (saved.tree.nodes === nodes) return ofServer.map((fault) => known.get(textOf(fault)) ?? fault);
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
  return useMemo(
    () =>
      all.map(({ sentence, ...fault }) => {
        if (sentence) return { ...fault, message: saySentence(sentence, language) };
        const isNobody = language !== 'en' && fault.member.startsWith('followUp.');
        return isNobody ? { ...fault, message: nobody } : fault;
      }),
    [all, language, nobody],
  );
};

const textOf = ({ key, member, message }: DraftFault) => `${key} ${member} ${message}`;
