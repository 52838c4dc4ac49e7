import { useMemo } from 'react';
import { currentLanguage } from '#kit/language.ts';
import { translateSentence } from '#kit/translate-sentence.ts';
import { type DraftError, locateError } from '#portal/workbooks/model/draft-errors.ts';
import type { Saving } from '#portal/workbooks/model/draft-saver.ts';
import { findNode } from '#portal/workbooks/model/draft-tree.ts';
import type { Examined } from '#portal/workbooks/model/validate-draft.ts';

/**
 * The errors of the draft: those that the engine finds while typing, and those that only the server can find, which are shown
 * until their member changes. Both are in the user's language.
 */
export const useDraftErrors = (
  { nodes, errors: found }: Examined,
  { saved, errors }: Saving,
): readonly DraftError[] => {
  const language = currentLanguage();
  const ofEngine = useMemo(
    () =>
      found.map(({ sentence, ...issue }) =>
        sentence ? { ...issue, message: translateSentence(sentence, language) } : issue,
      ),
    [found, language],
  );
  const ofServer = useMemo(
    () =>
      errors
        .map((issue) => locateError(saved.tree.nodes, issue))
        // A new workbook has no questions yet, which the tree says better than an error.
        .filter(({ key, member }) => key !== null || member !== 'fields' || saved.tree.nodes.length > 0),
    [saved, errors],
  );
  return useMemo(() => {
    if (saved.tree.nodes === nodes) return ofServer;
    const known = new Set(ofEngine.map(textOf));
    const still = ofServer.filter((issue) => {
      const { key, member } = issue;
      if (key === null || known.has(textOf(issue))) return false;
      const before = findNode(saved.tree.nodes, key)?.node.members;
      const now = findNode(nodes, key)?.node.members;
      const name = member.split(/[.[]/, 1)[0] as keyof typeof before;
      // Errors that the engine does not find in an unchanged member come from the server.
      return now !== undefined && before?.[name] === now[name] && name === 'followUp';
    });
    return [...ofEngine, ...still];
  }, [nodes, saved, ofEngine, ofServer]);
};

const textOf = ({ key, member, message }: DraftError) => `${key} ${member} ${message}`;
