import type { TextOf } from '#i18n/texts.ts';
import type pages from '#service/messages/en/sign-in-pages.json';
import { readTexts } from '#service/messages/messages.ts';

/** Returns a text of the sign-in pages in one language. */
export type PageTextOf = TextOf<typeof pages>;

export const pageTexts = readTexts<typeof pages>('service', 'sign-in-pages');
