import type { FastifyReply } from 'fastify';
import { type Say, sayBy } from '#sentences/say.ts';
import { inEnglish } from '#sentences/sentence.ts';
import { dutch } from '#service/dutch/dutch.ts';
import { preferredLanguage } from './negotiate.ts';

/** Languages in which people are spoken to, the first of them to whoever asks for none. */
export const LANGUAGES = ['en', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];

export const sayIn: Readonly<Record<Language, Say>> = { en: inEnglish, nl: sayBy(dutch) };

/** The language in which a caller wants to be spoken to. */
const languageFor = ({ request }: FastifyReply): Language =>
  preferredLanguage(request.headers['accept-language'], LANGUAGES);

/** Says sentences in an answer, in the language that its caller wants; the answer tells which that is. */
export const speakTo = (reply: FastifyReply): Say => {
  const language = languageFor(reply);
  reply.header('content-language', language).header('vary', withLanguage(reply.getHeader('vary')));
  return sayIn[language];
};

/** What else the answer varies by stays. */
const withLanguage = (vary: unknown): string => {
  const names = typeof vary === 'string' ? vary.split(', ') : [];
  return [...new Set([...names, 'accept-language'])].join(', ');
};
