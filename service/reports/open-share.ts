import type { Database } from '#service/database/connect.ts';
import type { Actor } from '#service/identity/actor.ts';
import type { ReportLanguage } from '#service/reports/document/report-words.ts';
import { linkNotFound } from './report-problems.ts';
import { useShare } from './share-queries.ts';
import { hashShareToken, tenantOfToken } from './share-token.ts';

/** What a link gives its bearer: one inspection, and the eyes to read it with. */
export type Opened = { bearer: Actor; inspectionId: string; language: ReportLanguage | undefined };

/** Opens a link; refuses those that never were, are over or were taken back with the same words. */
export const openShare = async (db: Database, token: string): Promise<Opened> => {
  const tenantId = tenantOfToken(token);
  const opened = tenantId === undefined ? undefined : await useShare(db, tenantId, hashShareToken(token));
  if (tenantId === undefined || !opened) throw linkNotFound();
  return {
    bearer: bearerIn(tenantId),
    inspectionId: opened.inspection_id,
    language: opened.language ?? undefined,
  };
};

/** Nobody in particular, who may read inspections. Which one is the link's to say. */
const bearerIn = (tenantId: number): Actor => ({
  tenantId,
  tenancyName: '',
  userId: 0,
  userName: '',
  name: '',
  surname: '',
  emailAddress: null,
  roles: [],
  tenantWide: new Set(['Inspections.Read']),
  withinTeams: new Set(),
  teamIds: [],
  feedFloor: '0',
});
