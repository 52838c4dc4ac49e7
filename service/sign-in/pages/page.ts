import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { homePath } from '#service/http/base-address.ts';
import { preferredLanguage } from '#service/http/negotiate.ts';
import { type Html, html } from './html.ts';
import { STYLE } from './style.ts';
import { PAGE_LANGUAGES, type PageLanguage, WORDS, type Words } from './words.ts';

const styleHash = createHash('sha256').update(STYLE.text).digest('base64');

/**
 * Pages load nothing but their own style and run nothing. They post to this server only. Unlike other answers they tell
 * this server where a request comes from: without it browsers send forms with the origin "null".
 */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'same-origin',
  vary: 'accept-language',
};

/** What a page is written with. */
export type PageContext = {
  /** The reader's. */
  language: PageLanguage;
  words: Words;
  /** The path under which browsers reach this server, without a slash at the end: mostly none. */
  home: string;
  /** Where the same page stands in another language. */
  addressIn(language: PageLanguage): string;
};

/** Where the page of a request can be read again: the forms of /account are posted to addresses that have no page. */
export const readableAddress = ({ url, routeOptions }: FastifyRequest): string =>
  routeOptions.config.takesForms ? '/account' : url;

/** In the language that the address names (`?lang=nl`), else in the one that the browser prefers. */
export const pageContext = (request: FastifyRequest, publicUrl: string | undefined): PageContext => {
  const url = new URL(readableAddress(request), 'http://ronda');
  const asked = PAGE_LANGUAGES.find((one) => one === url.searchParams.get('lang'));
  const language = asked ?? preferredLanguage(request.headers['accept-language'], PAGE_LANGUAGES);
  return {
    language,
    words: WORDS[language],
    home: homePath(publicUrl),
    addressIn: (other) => {
      url.searchParams.set('lang', other);
      return homePath(publicUrl) + url.pathname + url.search;
    },
  };
};

export const sendPage = (
  reply: FastifyReply,
  { language, addressIn }: PageContext,
  { title, body }: { title: string; body: Html },
) => {
  const others = PAGE_LANGUAGES.filter((other) => other !== language).map(
    (other) =>
      html`<a href="${addressIn(other)}" lang="${other}" hreflang="${other}">${WORDS[other].name}</a>`,
  );
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Ronda</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
<footer>${others}</footer>
</body>
</html>
`;
  return reply.headers({ ...PAGE_HEADERS, 'content-language': language }).send(page.text);
};

/** A page that says one thing, and where to go on. */
export const messagePage = (
  title: string,
  text: string | Html,
  link?: { address: string; label: string },
): { title: string; body: Html } => ({
  title,
  body: html`<p>${text}</p>${link && html`<p><a class="button" href="${link.address}">${link.label}</a></p>`}`,
});
