import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { findDraft, readVersion, readWorkbook } from '#portal/api/workbooks.ts';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { useMe } from '#portal/session/me.ts';
import { Page } from '#portal/ui/Page.tsx';
import { type DraftDocument, toDraftDocument } from '#portal/workbooks/model/design.ts';
import type { SaveStatus } from '#portal/workbooks/model/draft-saver.ts';
import { Designer } from './Designer.tsx';
import { type DraftOwner, readStoredDraft, type StoredDraft } from './stored-draft.ts';
import { waitUntilSaved } from './use-draft-saving.ts';

const route = getRouteApi('/workbooks/$workbookId/design');

export const DesignerPage = () => {
  const { workbookId } = route.useParams();
  const { id: userId } = useMe();
  const { t } = useTranslation('designer');
  const designQuery = useQuery({
    queryKey: ['draft', workbookId, userId],
    queryFn: () => loadDesign({ userId, workbookId }),
    // Not refetched, because the editor keeps its own state once it has loaded.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (designQuery.data) return <Designer key={workbookId} {...designQuery.data} />;
  return (
    <Page title={designQuery.error ? t('openFailed') : t('fields')}>
      <QueryProblem query={designQuery} />
      {designQuery.isPending && <Skeleton height={400} />}
    </Page>
  );
};

const loadDesign = async (owner: DraftOwner) => {
  const { workbookId } = owner;
  await waitUntilSaved(workbookId);
  const [workbook, draft] = await Promise.all([readWorkbook(workbookId), findDraft(workbookId)]);
  const newest = workbook.versions.find(({ isDeleted }) => !isDeleted);
  const content = draft ?? (newest && { ...(await readVersion(workbookId, newest.id)), title: null });
  const saved = toDraftDocument(content ?? { fields: [] });
  const revision = draft?.revision ?? null;
  const initial: SaveStatus = { state: 'saved', problem: null, revision, saved, errors: draft?.errors ?? [] };
  const stored = readStoredDraft(owner);
  return { workbook, ...(stored ? restoreStored(initial, stored) : { initial, document: saved }) };
};

/** Restores unsaved changes. If someone else has saved the draft since then, there is a conflict. */
const restoreStored = (
  initial: SaveStatus,
  stored: StoredDraft,
): { initial: SaveStatus; document: DraftDocument } => {
  if (stored.revision === initial.revision) return { initial, document: stored.document };
  const problem = new ApiProblem(412, '');
  return { initial: { ...initial, state: 'conflict', problem }, document: stored.document };
};
