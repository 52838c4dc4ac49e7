import type { FastifyReply } from 'fastify';
import { LANGUAGES, type Language } from '#i18n/languages.ts';
import type { Translate } from '#i18n/translate.ts';
import { translateTo } from '#service/messages/messages.ts';
import { preferredLanguage } from './negotiate.ts';

/** Determines the language of a response from Accept-Language, and sets Content-Language and Vary. */
export const languageOf = (reply: FastifyReply): Language => {
  const language = preferredLanguage(reply.request.headers['accept-language'], LANGUAGES);
  reply.header('content-language', language).header('vary', withLanguage(reply.getHeader('vary')));
  return language;
};

/** Returns the function that translates the sentences of a response. */
export const translateFor = (reply: FastifyReply): Translate => translateTo[languageOf(reply)];

/** Adds to an existing Vary header. */
const withLanguage = (vary: unknown): string => {
  const names = typeof vary === 'string' ? vary.split(', ') : [];
  return [...new Set([...names, 'accept-language'])].join(', ');
};
