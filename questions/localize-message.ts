import i18next from 'i18next';
import { createPattern, type Sentence, sentence } from '#i18n/sentence.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { translateSentence } from '#kit/translate-sentence.ts';

/** Translates a message, replacing the field's name with the question's label. */
export const localizeMessage = (
  message: Sentence,
  { name, label }: { name: string; label: string },
): string =>
  translateSentence(
    {
      ...message,
      values: message.values.map((value) =>
        value === name ? i18next.t('questionName', { ns: 'questions', label }) : value,
      ),
    },
    currentLanguage(),
  );

const MISSING_PATTERN = createPattern(sentence`${0} is required and has no answer yet.`);
const CONSTRAINT_PATTERN = createPattern(sentence`${0} does not satisfy its constraint: ${0}`);

/** Whether a message says that a required question has no answer. */
export const isMissingAnswer = (message: Sentence): boolean => createPattern(message) === MISSING_PATTERN;

/** Whether a message does no more than repeat an expression, which inspectors cannot be expected to understand. */
export const isBareExpression = (message: Sentence): boolean => createPattern(message) === CONSTRAINT_PATTERN;
