import type report from '#report/messages/en/report.json';
import { loadMessages } from '#service/messages/messages.ts';

/** The messages used in reports, by language. */
export const reportMessages = loadMessages<typeof report>('report', 'report');
