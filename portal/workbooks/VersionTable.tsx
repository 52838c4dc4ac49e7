import { ActionIcon, Badge, Menu, Table, Text } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { WorkbookDetails, WorkbookVersion } from '#contract/workbook-management.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { IconDots } from '#kit/icons/icons.ts';
import { currentLanguage } from '#kit/language.ts';
import { completeStep, endStep, startStep, useUndo } from '#portal/actions/undo.tsx';
import {
  createDraft,
  deleteVersion,
  editVersion,
  restoreVersion,
  versionUrl,
} from '#portal/api/workbooks.ts';
import { useProblemText } from '#portal/problems/ProblemNote.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { usePageTracker } from '#portal/ui/use-page-tracker.ts';
import classes from './VersionTable.module.css';

type Row = { workbook: WorkbookDetails; version: WorkbookVersion };

/** The versions with their actions, newest first. */
export const VersionTable = ({ workbook }: { workbook: WorkbookDetails }) => {
  const { t } = useTranslation('workbooks');
  return (
    <Table.ScrollContainer minWidth={560} type="native">
      <Table aria-label={t('versions')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('version')}</Table.Th>
            <Table.Th>{t('code')}</Table.Th>
            <Table.Th>{t('title')}</Table.Th>
            <Table.Th>{t('state')}</Table.Th>
            <Table.Th>{t('created')}</Table.Th>
            <Table.Th>{t('actions')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {workbook.versions.map((version) => (
            <Table.Tr key={version.id}>
              <Table.Td fw={600}>{version.version}</Table.Td>
              <Table.Td>{version.versionCode}</Table.Td>
              <Table.Td>
                {version.title}
                {version.description && (
                  <Text size="xs" c="dimmed" lineClamp={2}>
                    {version.description}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <State workbook={workbook} version={version} />
              </Table.Td>
              <Table.Td>{formatDateTime(version.creationTime, currentLanguage())}</Table.Td>
              <Table.Td>
                <VersionMenu workbook={workbook} version={version} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
};

const State = ({ workbook: { published }, version }: Row) => {
  const { t } = useTranslation('workbooks');
  if (version.isDeleted)
    return (
      <>
        <Badge className={classes.state} data-tone="bad" tt="none">
          {t('deleted')}
        </Badge>{' '}
        {version.deleterUser !== null && (
          <Text span size="xs" c="dimmed">
            {t('deletedBy', { name: version.deleterUser })}
          </Text>
        )}
      </>
    );
  if (published?.id === version.id)
    return (
      <Badge className={classes.state} data-tone="good" tt="none">
        {t('current')}
      </Badge>
    );
  return (
    <Badge className={classes.state} data-tone={version.isPublished ? 'calm' : 'warn'} tt="none">
      {version.isPublished ? t('published') : t('withdrawn')}
    </Badge>
  );
};

const VersionMenu = ({ workbook, version }: Row) => {
  const { t } = useTranslation('workbooks');
  const canManage = useHasPermission('Workbooks.Manage');
  const canSeeResults = useHasPermission('Tasks.Read');
  const navigate = useNavigate();
  const act = useVersionActions(workbook);
  const { id, versionCode, version: text, isDeleted, isPublished } = version;
  const compare = (other: number | 'draft') => {
    const isLater = other === 'draft' || other > versionCode;
    const [from, to] = isLater ? [versionCode, other] : [other, versionCode];
    void navigate({
      to: '/workbooks/$workbookId',
      params: { workbookId: workbook.id },
      search: { from: String(from), to: String(to) },
    });
  };
  const before = workbook.versions.find((each) => each.versionCode < versionCode);
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actionsOf', { version: text })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canManage && !isDeleted && (
          <Menu.Item onClick={() => act.publish(version, !isPublished)}>
            {isPublished ? t('withdraw') : t('publish')}
          </Menu.Item>
        )}
        {canManage && !isDeleted && <Menu.Item onClick={() => act.remove(version)}>{t('delete')}</Menu.Item>}
        {canManage && isDeleted && <Menu.Item onClick={() => act.restore(version)}>{t('restore')}</Menu.Item>}
        {canManage && !workbook.draft && (
          <Menu.Item onClick={() => act.design(id)}>{t('createDraftFrom')}</Menu.Item>
        )}
        {canManage && <Menu.Divider />}
        {before && (
          <Menu.Item onClick={() => compare(before.versionCode)}>
            {t('compareWith', { version: before.version })}
          </Menu.Item>
        )}
        {canManage && workbook.draft && (
          <Menu.Item onClick={() => compare('draft')}>{t('compareWithDraft')}</Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item component="a" href={versionUrl(workbook.id, id, 'xlsform')} download>
          {t('xlsform')}
        </Menu.Item>
        {canSeeResults && (
          <>
            <Menu.Item
              component="a"
              href={versionUrl(workbook.id, id, 'results.xlsx', currentLanguage())}
              download
            >
              {t('resultsXlsx')}
            </Menu.Item>
            <Menu.Item component="a" href={versionUrl(workbook.id, id, 'results.csv')} download>
              {t('resultsCsv')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
};

const useVersionActions = (workbook: WorkbookDetails) => {
  const { t } = useTranslation('workbooks');
  const queries = useQueryClient();
  const offerUndo = useUndo();
  const navigate = useNavigate();
  const say = useProblemText();
  const trackPage = usePageTracker();
  const { id } = workbook;
  const refresh = () => queries.invalidateQueries({ queryKey: ['workbook', id] });
  const acting = useMutation({
    mutationFn: async ({
      act,
      label,
      undo,
    }: {
      act: () => Promise<WorkbookVersion>;
      label: string;
      undo: (after: WorkbookVersion) => Promise<unknown>;
    }) => {
      const after = await act();
      await refresh();
      return { after, label, undo };
    },
    onMutate: startStep,
    onSuccess: ({ after, label, undo }, _, step) =>
      completeStep(step, () =>
        offerUndo(label, async () => {
          await undo(after);
          await refresh();
        }),
      ),
    onError: (problem, _, step) => {
      if (step) endStep(step);
      showNotification({ color: 'red', message: say(problem) });
      void refresh();
    },
  });
  const publish = (version: WorkbookVersion, isPublished: boolean) =>
    acting.mutate({
      act: () => editVersion(id, version, { isPublished }),
      label: t(isPublished ? 'didPublish' : 'didWithdraw', { version: version.version }),
      undo: (after) => editVersion(id, after, { isPublished: !isPublished }),
    });
  const remove = (version: WorkbookVersion) =>
    acting.mutate({
      act: () => deleteVersion(id, version),
      label: t('didDelete', { version: version.version }),
      undo: () => restoreVersion(id, version.id),
    });
  const restore = (version: WorkbookVersion) =>
    acting.mutate({
      act: () => restoreVersion(id, version.id),
      label: t('didRestore', { version: version.version }),
      undo: (after) => deleteVersion(id, after),
    });
  const design = async (versionId: string) => {
    const isStillOnPage = trackPage();
    try {
      await createDraft(id, versionId);
      if (isStillOnPage())
        await navigate({ to: '/workbooks/$workbookId/design', params: { workbookId: id } });
    } catch (problem) {
      showNotification({ color: 'red', message: say(problem) });
    }
  };
  return { publish, remove, restore, design };
};
