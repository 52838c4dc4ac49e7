import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getLanguageName, LANGUAGES, type Language } from '#i18n/languages.ts';
import { getBasePath } from '#service/http/base-address.ts';
import { selectLanguage } from '#service/http/negotiate.ts';
import { Html, html } from './html.ts';
import { type PageTranslator, pageTranslators } from './page-translators.ts';

const STYLE = new Html(readFileSync(new URL('./style.css', import.meta.url), 'utf8'));

const styleHash = createHash('sha256').update(STYLE.text).digest('base64');

/** With the referrer policy `no-referrer`, browsers would post forms with the origin "null". */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'same-origin',
  vary: 'accept-language',
};

/** Options for the route of a page that can be opened without signing in. */
export const ANONYMOUS_PAGE = { config: { access: 'anonymous' }, schema: { hide: true } } as const;

export type PageContext = {
  language: Language;
  t: PageTranslator;
  /** The base path under which browsers reach this server, without a trailing slash; usually empty. */
  basePath: string;
  /** Builds the URL of the same page in another language. */
  buildUrl(language: Language): string;
};

/** Returns the page path for a request. The forms on /account are posted to paths without a page. */
export const findPagePath = ({ url, routeOptions }: FastifyRequest): string =>
  routeOptions.config.acceptsForms ? '/account' : url;

/** Creates the context of a page in the URL's language (`?lang=nl`), falling back to the browser's. */
export const createPageContext = (request: FastifyRequest, publicUrl: string | undefined): PageContext => {
  const url = new URL(findPagePath(request), 'http://ronda');
  const requestedLanguage = LANGUAGES.find((language) => language === url.searchParams.get('lang'));
  const language = requestedLanguage ?? selectLanguage(request.headers['accept-language'], LANGUAGES);
  return {
    language,
    t: pageTranslators[language],
    basePath: getBasePath(publicUrl),
    buildUrl: (other) => {
      url.searchParams.set('lang', other);
      return getBasePath(publicUrl) + url.pathname + url.search;
    },
  };
};

export const sendPage = (
  reply: FastifyReply,
  { language, buildUrl }: PageContext,
  { title, body }: { title: string; body: Html },
) => {
  const languageLinks = LANGUAGES.filter((other) => other !== language).map(
    (other) =>
      html`<a href="${buildUrl(other)}" lang="${other}" hreflang="${other}">${getLanguageName(other)}</a>`,
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
<footer>${languageLinks}</footer>
</body>
</html>
`;
  return reply.headers({ ...PAGE_HEADERS, 'content-language': language }).send(page.text);
};

export const sendMessage = (reply: FastifyReply, context: PageContext, title: string, text: string) =>
  sendPage(reply, context, {
    title,
    body: html`<p>${text}</p><p><a class="button" href="${context.basePath}/sign-in">${context.t('goBack')}</a></p>`,
  });
