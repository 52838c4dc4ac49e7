import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { findDraft, readVersion, readWorkbook } from '#portal/api/workbooks.ts';
import { Page } from '#portal/frame/Page.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useMe } from '#portal/session/me.ts';
import { type DraftDocument, documentOf } from '#portal/workbooks/model/design.ts';
import type { Saving } from '#portal/workbooks/model/draft-saver.ts';
import { Designer } from './Designer.tsx';
import { readKeptDraft } from './kept-draft.ts';
import { untilSaved } from './use-draft-saving.ts';
import { useDesignerWords } from './words.ts';

const route = getRouteApi('/workbooks/$workbookId/design');

/** Reads the draft, or what one would begin with, and what this browser could not send last time. */
export const DesignerPage = () => {
  const { workbookId } = route.useParams();
  const { id: userId } = useMe();
  const t = useDesignerWords();
  const begun = useQuery({
    queryKey: ['draft', workbookId, userId],
    queryFn: () => beginWith({ userId, workbookId }),
    // From here on the designer has it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (begun.data) return <Designer key={workbookId} {...begun.data} />;
  return (
    <Page title={begun.error ? t('missing') : t('fields')}>
      {begun.error ? (
        <ProblemNote problem={begun.error} onRetry={() => void begun.refetch()} />
      ) : (
        <Skeleton height={400} />
      )}
    </Page>
  );
};

const beginWith = async (whose: { userId: number; workbookId: string }) => {
  const { workbookId } = whose;
  await untilSaved(workbookId);
  const [workbook, draft] = await Promise.all([readWorkbook(workbookId), findDraft(workbookId)]);
  const newest = workbook.versions.find(({ isDeleted }) => !isDeleted);
  const basis = draft ?? (newest && { ...(await readVersion(workbookId, newest.id)), title: null });
  const saved = documentOf(basis ?? { fields: [] });
  const revision = draft?.revision ?? null;
  const start: Saving = { state: 'saved', problem: null, revision, saved, faults: draft?.faults ?? [] };
  const kept = readKeptDraft(whose);
  return { workbook, ...(kept ? goOnWith(start, kept) : { start, document: saved }) };
};

/** What was not sent is designed on; if somebody else saved meanwhile, a person decides. */
const goOnWith = (
  start: Saving,
  kept: { revision: number | null; document: DraftDocument },
): { start: Saving; document: DraftDocument } => {
  if (kept.revision === start.revision) return { start, document: kept.document };
  const problem = new ApiProblem(412, '');
  return { start: { ...start, state: 'conflict', problem }, document: kept.document };
};
