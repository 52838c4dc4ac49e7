import type { FastifyReply } from 'fastify';
import { LANGUAGES, type Language } from '#i18n/languages.ts';
import type { Translate } from '#i18n/translate.ts';
import { translateTo } from '#service/messages/messages.ts';
import { selectLanguage } from './negotiate.ts';

/** Chooses the language of a response based on Accept-Language, and sets Content-Language and Vary. */
export const negotiateLanguage = (reply: FastifyReply): Language => {
  const language = selectLanguage(reply.request.headers['accept-language'], LANGUAGES);
  reply.header('content-language', language).header('vary', addAcceptLanguage(reply.getHeader('vary')));
  return language;
};

/** Returns the function that translates the sentences in a response. */
export const negotiateTranslate = (reply: FastifyReply): Translate => translateTo[negotiateLanguage(reply)];

/** Appends to an existing Vary header. */
const addAcceptLanguage = (vary: unknown): string => {
  const names = typeof vary === 'string' ? vary.split(', ') : [];
  return [...new Set([...names, 'accept-language'])].join(', ');
};
