import i18next from 'i18next';
import type { Message } from '#i18n/message.ts';
import { createMessageTranslator } from '#i18n/translate.ts';

export const translateMessage = (message: Message, language: string): string =>
  createMessageTranslator(i18next.getResourceBundle(language, 'sentences') ?? {})(message);
