import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { findDraft, readVersion, readWorkbook } from '#portal/api/workbooks.ts';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { useMe } from '#portal/session/me.ts';
import { Page } from '#portal/ui/Page.tsx';
import { toDraftDocument } from '#portal/workbooks/model/design.ts';
import type { SaveStatus } from '#portal/workbooks/model/draft-saver.ts';
import { Designer } from './Designer.tsx';
import { type DraftOwner, readStoredDraft } from './stored-draft.ts';
import { waitUntilSaved } from './use-draft-saving.ts';

const route = getRouteApi('/workbooks/$workbookId/design');

export const DesignerPage = () => {
  const { workbookId } = route.useParams();
  const { id: userId } = useMe();
  const { t } = useTranslation('designer');
  const designQuery = useQuery({
    queryKey: ['draft', workbookId, userId],
    queryFn: () => loadDesign({ userId, workbookId }),
    // The editor keeps its own state once it has loaded.
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
  const newestVersion = workbook.versions.find(({ isDeleted }) => !isDeleted);
  const content =
    draft ?? (newestVersion && { ...(await readVersion(workbookId, newestVersion.id)), title: null });
  const savedDocument = toDraftDocument(content ?? { fields: [] });
  const revision = draft?.revision ?? null;
  const storedDraft = readStoredDraft(owner);
  // Someone else may have saved the draft since the changes were stored in this browser.
  const hasConflict = storedDraft !== undefined && storedDraft.revision !== revision;
  const initialStatus: SaveStatus = {
    state: hasConflict ? 'conflict' : 'saved',
    problem: hasConflict ? new ApiProblem(412, '') : null,
    revision,
    savedDocument,
    errors: draft?.errors ?? [],
  };
  return { workbook, initialStatus, document: storedDraft?.document ?? savedDocument };
};
