import type { AuditEvent, AuditExportQuery, AuditPage } from '#contract/audit.ts';
import { buildUrl, get } from './request.ts';

const EVENTS = '/api/v1/audit-events';

export type AuditFilter = Omit<AuditExportQuery, 'kind'> & { kind?: string };

export const listAuditEvents = (filter: AuditFilter, after: string | undefined) =>
  get<AuditPage>(EVENTS, { query: { ...filter, after, limit: 100 } });

export const findAuditEvent = async (id: string): Promise<AuditEvent | null> =>
  (await get<AuditPage>(EVENTS, { query: { id } })).events[0] ?? null;

export const auditFileUrl = (filter: AuditFilter): string => buildUrl(`${EVENTS}.csv`, filter);
