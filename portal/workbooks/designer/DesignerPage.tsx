import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { findDraft, readVersion, readWorkbook } from '#portal/api/workbooks.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { useMe } from '#portal/session/me.ts';
import { Page } from '#portal/ui/Page.tsx';
import { type DraftDocument, documentOf } from '#portal/workbooks/model/design.ts';
import type { Saving } from '#portal/workbooks/model/draft-saver.ts';
import { Designer } from './Designer.tsx';
import { readStoredDraft } from './stored-draft.ts';
import { waitUntilSaved } from './use-draft-saving.ts';

const route = getRouteApi('/workbooks/$workbookId/design');

/** Loads the draft or the newest version, and unsaved changes that are stored in this browser. */
export const DesignerPage = () => {
  const { workbookId } = route.useParams();
  const { id: userId } = useMe();
  const { t } = useTranslation('designer');
  const started = useQuery({
    queryKey: ['draft', workbookId, userId],
    queryFn: () => loadDesign({ userId, workbookId }),
    // The editor keeps its own state from here on.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (started.data) return <Designer key={workbookId} {...started.data} />;
  return (
    <Page title={started.error ? t('missing') : t('fields')}>
      {started.error ? (
        <ProblemNote problem={started.error} onRetry={() => void started.refetch()} />
      ) : (
        <Skeleton height={400} />
      )}
    </Page>
  );
};

const loadDesign = async (whose: { userId: number; workbookId: string }) => {
  const { workbookId } = whose;
  await waitUntilSaved(workbookId);
  const [workbook, draft] = await Promise.all([readWorkbook(workbookId), findDraft(workbookId)]);
  const newest = workbook.versions.find(({ isDeleted }) => !isDeleted);
  const basis = draft ?? (newest && { ...(await readVersion(workbookId, newest.id)), title: null });
  const saved = documentOf(basis ?? { fields: [] });
  const revision = draft?.revision ?? null;
  const start: Saving = { state: 'saved', problem: null, revision, saved, errors: draft?.errors ?? [] };
  const stored = readStoredDraft(whose);
  return { workbook, ...(stored ? restoreStored(start, stored) : { start, document: saved }) };
};

/** Continues with unsaved changes. If someone else saved in the meantime, the user resolves the conflict. */
const restoreStored = (
  start: Saving,
  stored: { revision: number | null; document: DraftDocument },
): { start: Saving; document: DraftDocument } => {
  if (stored.revision === start.revision) return { start, document: stored.document };
  const problem = new ApiProblem(412, '');
  return { start: { ...start, state: 'conflict', problem }, document: stored.document };
};
