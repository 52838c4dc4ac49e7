import i18next from 'i18next';
import { createPattern, type Message, msg } from '#i18n/message.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { translateMessage } from '#kit/translate-message.ts';

/** Replaces the field's name with the question's label. */
export const localizeMessage = (message: Message, { name, label }: { name: string; label: string }): string =>
  translateMessage(
    {
      ...message,
      values: message.values.map((value) =>
        value === name ? i18next.t('questionName', { ns: 'questions', label }) : value,
      ),
    },
    currentLanguage(),
  );

const MISSING_PATTERN = createPattern(msg`${0} is required and has no answer yet.`);
const CONSTRAINT_PATTERN = createPattern(msg`${0} does not satisfy its constraint: ${0}`);

export const isMissingAnswer = (message: Message): boolean => createPattern(message) === MISSING_PATTERN;

/** Whether a message merely repeats an expression, which inspectors may not understand. */
export const isBareExpression = (message: Message): boolean => createPattern(message) === CONSTRAINT_PATTERN;
