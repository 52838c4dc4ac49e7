import type report from '#report/messages/en/report.json';
import { readTexts } from '#service/messages/messages.ts';

/** Returns the texts of reports, by language. */
export const reportTexts = readTexts<typeof report>('report', 'report');
