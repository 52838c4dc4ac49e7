import type report from '#report/messages/en/report.json';
import { loadMessages } from '#service/messages/messages.ts';

export const reportMessages = loadMessages<typeof report>('report', 'report');
