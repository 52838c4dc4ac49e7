import i18next from 'i18next';
import { patternOf, type Sentence, sentence } from '#i18n/sentence.ts';
import { currentLanguage } from '#kit/language.ts';
import { translateSentence } from '#kit/translate-sentence.ts';

/** Returns a message with the label of the question instead of the field's name. */
export const localizeMessage = (
  message: Sentence,
  { name, label }: { name: string; label: string },
): string =>
  translateSentence(
    {
      ...message,
      values: message.values.map((v) =>
        v === name ? i18next.t('questionName', { ns: 'questions', label }) : v,
      ),
    },
    currentLanguage(),
  );

const UNKNOWN = patternOf(sentence`${0} does not satisfy its constraint: ${0}`);

/** Whether a message contains nothing but an expression, which only authors of workbooks understand. */
export const isBareExpression = (message: Sentence): boolean => patternOf(message) === UNKNOWN;
