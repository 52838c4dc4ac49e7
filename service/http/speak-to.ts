import type { FastifyReply } from 'fastify';
import { type Say, sayBy } from '#sentences/say.ts';
import { inEnglish } from '#sentences/sentence.ts';
import { dutch } from '#service/dutch/dutch.ts';
import { preferredLanguage } from './negotiate.ts';

/** Languages in which people are spoken to, the first of them to whoever asks for none. */
const LANGUAGES = ['en', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];

export const sayIn: Readonly<Record<Language, Say>> = { en: inEnglish, nl: sayBy(dutch) };

/** The language in which an answer speaks: that which its caller asks for. The answer tells which that is. */
export const languageFor = (reply: FastifyReply): Language => {
  const language = preferredLanguage(reply.request.headers['accept-language'], LANGUAGES);
  reply.header('content-language', language).header('vary', withLanguage(reply.getHeader('vary')));
  return language;
};

/** Says the sentences of an answer. */
export const speakTo = (reply: FastifyReply): Say => sayIn[languageFor(reply)];

/** What else the answer varies by stays. */
const withLanguage = (vary: unknown): string => {
  const names = typeof vary === 'string' ? vary.split(', ') : [];
  return [...new Set([...names, 'accept-language'])].join(', ');
};
