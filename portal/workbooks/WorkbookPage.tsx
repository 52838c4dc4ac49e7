import { Alert, Button, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, linkOptions, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { WorkbookDetails } from '#contract/workbook-management.ts';
import { formatDateTime, formatDuration } from '#kit/date-time-format.ts';
import { IconPencil, IconRuler2 } from '#kit/icons/icons.ts';
import { useAction } from '#portal/actions/use-action.ts';
import {
  deleteWorkbook,
  discardDraft,
  findDraft,
  readDraft,
  readWorkbook,
  readWorkbookTeams,
  saveDraft,
} from '#portal/api/workbooks.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { useNames } from '#portal/people/use-names.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { ButtonLink } from '#portal/ui/ButtonLink.tsx';
import { DescriptionList } from '#portal/ui/DescriptionList.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { buildTree } from '#portal/workbooks/model/draft-tree.ts';
import { downloadDraft } from '#portal/workbooks/xlsform/download-draft.ts';
import { CompareVersions } from './CompareVersions.tsx';
import { prepareWorkbookCreation } from './prepare-workbook-creation.ts';
import { VersionTable } from './VersionTable.tsx';
import { WorkbookDetailsDialog } from './WorkbookDetailsDialog.tsx';
import { WorkbookTeams } from './WorkbookTeams.tsx';

const route = getRouteApi('/workbooks/$workbookId');

export const WorkbookPage = () => {
  const { workbookId } = route.useParams();
  const { edit: isEditing = false } = route.useSearch();
  const navigate = route.useNavigate();
  const { t } = useTranslation('workbooks');
  const canManage = useHasPermission('Workbooks.Manage');
  const workbookQuery = useQuery({
    queryKey: ['workbook', workbookId],
    queryFn: () => readWorkbook(workbookId),
  });
  const workbook = workbookQuery.data;
  // Closing replaces the URL, so that Back does not reopen the dialog.
  const setEditing = (isOpen: boolean) =>
    void navigate({ search: isOpen ? { edit: true } : {}, replace: !isOpen });
  if (!workbook)
    return (
      <Page title={t('workbooks')}>
        <QueryProblem query={workbookQuery} />
        {workbookQuery.isPending && <Skeleton height={320} />}
      </Page>
    );
  return (
    <Page
      title={workbook.title}
      back={{ to: '/workbooks', label: t('workbooks') }}
      actions={canManage && <PageActions workbook={workbook} onEdit={() => setEditing(true)} />}
    >
      <Stack gap="xl">
        {canManage && workbook.draft && <DraftNote workbook={workbook} />}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Details workbook={workbook} />
          <WorkbookTeams workbook={workbook} />
        </SimpleGrid>
        <section aria-labelledby="versions">
          <Title order={2} id="versions">
            {t('versions')}
          </Title>
          <DimmedText mb="sm">{t('versionsHint')}</DimmedText>
          {workbook.versions.length === 0 ? (
            <EmptyState title={t('noVersions')}>{t('noVersionsHint')}</EmptyState>
          ) : (
            <VersionTable workbook={workbook} />
          )}
        </section>
      </Stack>
      {canManage && (
        <WorkbookDetailsDialog workbook={workbook} isOpen={isEditing} onClose={() => setEditing(false)} />
      )}
      <CompareVersions workbook={workbook} />
    </Page>
  );
};

const PageActions = ({ workbook, onEdit }: { workbook: WorkbookDetails; onEdit: () => void }) => {
  const { t } = useTranslation('workbooks');
  const navigate = useNavigate();
  const { id, draft, versions } = workbook;
  const label = draft ? t('continueDraft') : versions.length > 0 ? t('createNextVersion') : t('design');
  const designerLink = linkOptions({ to: '/workbooks/$workbookId/design', params: { workbookId: id } });
  useShortcut({ keys: 'd', label, run: () => void navigate(designerLink) });
  useShortcut({ keys: 'e', label: t('editWorkbook'), run: onEdit });
  return (
    <>
      <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
        {t('edit')}
      </Button>
      <ButtonLink {...designerLink} leftSection={<IconRuler2 size={16} aria-hidden />}>
        {label}
      </ButtonLink>
    </>
  );
};

const DraftNote = ({ workbook }: { workbook: WorkbookDetails }) => {
  const { id, draft } = workbook;
  const { t } = useTranslation('workbooks');
  const formatName = useNames();
  const discard = useAction({
    action: async () => {
      const { title, description, fields, revision } = await readDraft(id);
      await discardDraft(id, revision);
      return { title, description, fields };
    },
    invalidates: [['workbook', id]],
    undo: (content) => ({ label: t('discarded'), run: () => saveDraft(id, content, null) }),
  });
  const download = useAction({
    action: async () => {
      const { title, fields } = await readDraft(id);
      await downloadDraft(workbook, { title, nodes: buildTree(fields).nodes });
    },
    invalidates: [],
  });
  return (
    <Alert color="blue">
      <Group justify="space-between">
        <Text size="sm">
          {t('draftSaved', {
            name: formatName(draft!.modifiedBy),
            time: formatDateTime(draft!.modificationTime),
          })}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" loading={download.isPending} onClick={() => download.mutate()}>
            {t('xlsform')}
          </Button>
          <Button size="xs" variant="default" loading={discard.isPending} onClick={() => discard.mutate()}>
            {t('discard')}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
};

const Details = ({ workbook }: { workbook: WorkbookDetails }) => {
  const { t } = useTranslation('workbooks');
  const canManage = useHasPermission('Workbooks.Manage');
  const navigate = useNavigate();
  const { id, name, title, contentType, expectedMinutes, versions, revision } = workbook;
  const remove = useAction({
    action: async () => {
      // Undo needs the draft and the teams, which are deleted along with the workbook.
      const [draft, { teams }] = await Promise.all([findDraft(id), readWorkbookTeams(id)]);
      await deleteWorkbook(id, revision);
      return {
        draft: draft && { title: draft.title, description: draft.description, fields: draft.fields },
        teamIds: teams.map((team) => team.id),
      };
    },
    invalidates: [['workbooks']],
    isFailureShown: false,
    onDoneOnPage: () => void navigate({ to: '/workbooks' }),
    undo: (draftAndTeams) => {
      const create = prepareWorkbookCreation();
      const details = { name, title, contentType: contentType?.id ?? null, expectedMinutes };
      return { label: t('workbookDeleted', { title }), run: () => create({ details, ...draftAndTeams }) };
    },
  });
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="about">
      <Title order={2} id="about" mb="xs">
        {t('about')}
      </Title>
      <DescriptionList
        entries={[
          [t('name'), name],
          [t('contentType'), contentType?.name ?? t('noContentType')],
          [
            t('expectedMinutes'),
            expectedMinutes === null ? t('expectedMinutesNone') : formatDuration(expectedMinutes),
          ],
        ]}
      />
      {canManage && versions.length === 0 && (
        <Button
          mt="md"
          size="xs"
          variant="default"
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t('deleteWorkbook')}
        </Button>
      )}
      {remove.error && <ProblemNote problem={remove.error} />}
    </Paper>
  );
};
