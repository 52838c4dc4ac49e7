import { useMemo } from 'react';
import { currentLanguage } from '#kit/current-language.ts';
import { translateMessage } from '#kit/translate-message.ts';
import { type DraftError, locateError } from '#portal/workbooks/model/draft-errors.ts';
import type { SaveStatus } from '#portal/workbooks/model/draft-saver.ts';
import { findNode } from '#portal/workbooks/model/draft-tree.ts';
import type { ValidatedDraft } from '#portal/workbooks/model/validate-draft.ts';

/** Errors that only the server can detect remain until the user changes the property in question. */
export const useDraftErrors = (
  { nodes, errors }: ValidatedDraft,
  { savedDocument, errors: savedErrors }: SaveStatus,
): readonly DraftError[] => {
  const language = currentLanguage();
  const engineErrors = useMemo(
    () =>
      errors.map(({ localizableMessage, ...error }) =>
        localizableMessage ? { ...error, message: translateMessage(localizableMessage, language) } : error,
      ),
    [errors, language],
  );
  const serverErrors = useMemo(
    () =>
      savedErrors
        .map((error) => locateError(savedDocument.tree.nodes, error))
        // The tree already shows that a new workbook has no questions.
        .filter(
          ({ key, property }) => key !== null || property !== 'fields' || savedDocument.tree.nodes.length > 0,
        ),
    [savedDocument, savedErrors],
  );
  return useMemo(() => {
    if (savedDocument.tree.nodes === nodes) return serverErrors;
    // Only the server can check follow-up tasks, which refer to teams and other workbooks.
    const engineErrorKeys = new Set(engineErrors.map(createErrorKey));
    const followUpErrors = serverErrors.filter((error) => {
      const { key, property } = error;
      if (key === null || !/^followUp\b/.test(property)) return false;
      if (engineErrorKeys.has(createErrorKey(error))) return false;
      const savedProperties = findNode(savedDocument.tree.nodes, key)?.node.properties;
      const properties = findNode(nodes, key)?.node.properties;
      return properties !== undefined && savedProperties?.followUp === properties.followUp;
    });
    return [...engineErrors, ...followUpErrors];
  }, [nodes, savedDocument, engineErrors, serverErrors]);
};

const createErrorKey = ({ key, property, message }: DraftError) => `${key} ${property} ${message}`;
