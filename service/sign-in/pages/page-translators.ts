import type { Translator } from '#i18n/translator.ts';
import type pages from '#service/messages/en/sign-in-pages.json';
import { loadMessages } from '#service/messages/messages.ts';

export type PageTranslator = Translator<typeof pages>;

export const pageTranslators = loadMessages<typeof pages>('service', 'sign-in-pages');
