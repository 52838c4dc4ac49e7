import { createHash } from 'node:crypto';
import type { Language } from '#i18n/languages.ts';
import type linkTexts from '#service/messages/en/report-link.json';
import { loadMessages } from '#service/messages/messages.ts';

const translations = loadMessages<typeof linkTexts>('service', 'report-link');

/** The page must not reveal whether a link was ever valid. */
const getReason = (status: number) => {
  if (status === 404) return 'invalidLink';
  return status === 503 || status === 429 ? 'unavailable' : 'failed';
};

const STYLE =
  ':root{color-scheme:light dark;font:1.125rem/1.5 system-ui,sans-serif}body{margin:0}main{max-width:32em;margin:15vh auto 0;padding:0 1.25rem}h1{font-size:1.5rem;line-height:1.25}';

const styleHash = createHash('sha256').update(STYLE).digest('base64');

export const PAGE_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

export const renderShareErrorPage = (status: number, language: Language): string => {
  const t = translations[language];
  const reason = getReason(status);
  const title = t(reason);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${t(`${reason}Hint`)}</p>
</main>
</body>
</html>
`;
};
