import type { FastifyReply } from 'fastify';
import { LANGUAGES, type Language } from '#i18n/languages.ts';
import type { Translate } from '#i18n/translate.ts';
import { translateTo } from '#service/messages/messages.ts';
import { selectLanguage } from './negotiate.ts';

export const negotiateLanguage = (reply: FastifyReply): Language => {
  const language = selectLanguage(reply.request.headers['accept-language'], LANGUAGES);
  reply.header('content-language', language).header('vary', addAcceptLanguage(reply.getHeader('vary')));
  return language;
};

export const negotiateTranslate = (reply: FastifyReply): Translate => translateTo[negotiateLanguage(reply)];

const addAcceptLanguage = (vary: unknown): string => {
  const names = typeof vary === 'string' ? vary.split(', ') : [];
  return [...new Set([...names, 'accept-language'])].join(', ');
};
