import { createHash } from 'node:crypto';
import type { ReportLanguage } from '#report/report-words.ts';

/** What a person reads where a link shows no report. Of a link that leads nowhere it never tells whether it once did. */
const WORDS: Readonly<
  Record<ReportLanguage, Readonly<Record<Reason, readonly [title: string, text: string]>>>
> = {
  en: {
    nowhere: [
      'There is no report here',
      'This link does not lead to a report, or no longer. Ask whoever sent it to you for a new one.',
    ],
    later: ['The report cannot be shown right now', 'Please open the link again in a minute.'],
    unable: [
      'The report cannot be shown',
      'Ask whoever sent you the link to let you have the report in another way.',
    ],
  },
  nl: {
    nowhere: [
      'Hier is geen rapport',
      'Deze link leidt niet, of niet meer, naar een rapport. Vraag degene die hem stuurde om een nieuwe.',
    ],
    later: ['Het rapport kan nu niet worden getoond', 'Open de link over een minuut opnieuw.'],
    unable: [
      'Het rapport kan niet worden getoond',
      'Vraag degene die de link stuurde om u het rapport op een andere manier te geven.',
    ],
  },
};

type Reason = 'nowhere' | 'later' | 'unable';

const reasonOf = (status: number): Reason => {
  if (status === 404) return 'nowhere';
  return status === 503 || status === 429 ? 'later' : 'unable';
};

const STYLE =
  ':root{color-scheme:light dark;font:1.125rem/1.5 system-ui,sans-serif}body{margin:0}main{max-width:32em;margin:15vh auto 0;padding:0 1.25rem}h1{font-size:1.5rem;line-height:1.25}';

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** Nothing is loaded, framed or run; only the page's own style counts. */
export const PAGE_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** The page in place of a report that was answered with this status. */
export const linkPage = (status: number, language: ReportLanguage): string => {
  const [title, text] = WORDS[language][reasonOf(status)];
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
<p>${text}</p>
</main>
</body>
</html>
`;
};
