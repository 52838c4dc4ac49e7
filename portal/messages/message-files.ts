import './namespaces.ts';
import type { Messages } from '#i18n/translator.ts';
import type { MessageFiles } from '#kit/language.ts';

/** The workbook engine's English messages are in its code, not in a file. */
export const messageFiles: MessageFiles = import.meta.glob<false, string, Messages>(
  [
    './*/*.json',
    '../../task-fields/messages/*/*.json',
    '../../questions/messages/*/*.json',
    '../../workbook-engine/messages/*/*.json',
    '!../../workbook-engine/messages/en/*.json',
  ],
  { import: 'default' },
);
