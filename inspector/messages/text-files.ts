import './namespaces.ts';
import type { Texts } from '#i18n/texts.ts';
import type { TextFiles } from '#kit/language.ts';

/** The texts of the app and of the shared folders. The English texts of the workbook engine are in its code. */
export const textFiles: TextFiles = import.meta.glob<false, string, Texts>(
  [
    './*/*.json',
    '../../task-fields/messages/*/*.json',
    '../../questions/messages/*/*.json',
    '../../report/messages/*/*.json',
    '../../workbook-engine/messages/*/*.json',
    '!../../workbook-engine/messages/en/*.json',
  ],
  { import: 'default' },
);
