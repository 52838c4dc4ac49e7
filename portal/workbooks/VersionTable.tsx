import { ActionIcon, Menu, Table } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { WorkbookDetails, WorkbookVersion } from '#contract/workbook-management.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { IconDots } from '#kit/icons/icons.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { useAction } from '#portal/actions/use-action.ts';
import {
  createDraft,
  deleteVersion,
  editVersion,
  restoreVersion,
  versionFileUrl,
} from '#portal/api/workbooks.ts';
import { useHasPermission } from '#portal/session/me.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';

type VersionProps = { workbook: WorkbookDetails; version: WorkbookVersion };

export const VersionTable = ({ workbook }: { workbook: WorkbookDetails }) => {
  const { t } = useTranslation('workbooks');
  return (
    <Table.ScrollContainer minWidth={560} type="native">
      <Table aria-label={t('versions')}>
        <Table.Thead>
          <Table.Tr>
            {(['version', 'code', 'title', 'state', 'created', 'actions'] as const).map((column) => (
              <Table.Th key={column}>{t(column)}</Table.Th>
            ))}
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
                  <DimmedText size="xs" lineClamp={2}>
                    {version.description}
                  </DimmedText>
                )}
              </Table.Td>
              <Table.Td>
                <VersionState workbook={workbook} version={version} />
              </Table.Td>
              <Table.Td>{formatDateTime(version.creationTime)}</Table.Td>
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

const VersionState = ({ workbook: { published }, version }: VersionProps) => {
  const { t } = useTranslation('workbooks');
  if (version.isDeleted)
    return (
      <>
        <StatusBadge tone="bad">{t('deleted')}</StatusBadge>{' '}
        {version.deleterUser !== null && (
          <DimmedText span size="xs">
            {t('deletedBy', { name: version.deleterUser })}
          </DimmedText>
        )}
      </>
    );
  if (published?.id === version.id) return <StatusBadge tone="good">{t('current')}</StatusBadge>;
  return version.isPublished ? (
    <StatusBadge tone="calm">{t('published')}</StatusBadge>
  ) : (
    <StatusBadge tone="warn">{t('unpublished')}</StatusBadge>
  );
};

const VersionMenu = ({ workbook, version }: VersionProps) => {
  const { t } = useTranslation('workbooks');
  const canManage = useHasPermission('Workbooks.Manage');
  const canReadResults = useHasPermission('Tasks.Read');
  const navigate = useNavigate();
  const actions = useVersionActions(workbook);
  const { id, versionCode, version: name, isDeleted, isPublished } = version;
  const compareWith = (otherVersion: number | 'draft') => {
    const isOtherLater = otherVersion === 'draft' || otherVersion > versionCode;
    const [from, to] = isOtherLater ? [versionCode, otherVersion] : [otherVersion, versionCode];
    void navigate({
      to: '/workbooks/$workbookId',
      params: { workbookId: workbook.id },
      search: { from: String(from), to: String(to) },
    });
  };
  const previousVersion = workbook.versions.find((candidate) => candidate.versionCode < versionCode);
  const hasDraft = canManage && workbook.draft !== null;
  const canCompare = previousVersion !== undefined || hasDraft;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actionsOf', { version: name })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canManage && !isDeleted && (
          <Menu.Item onClick={() => actions.setPublished(version, !isPublished)}>
            {isPublished ? t('unpublish') : t('publish')}
          </Menu.Item>
        )}
        {canManage && !isDeleted && (
          <Menu.Item onClick={() => actions.remove(version)}>{t('delete')}</Menu.Item>
        )}
        {canManage && isDeleted && (
          <Menu.Item onClick={() => actions.restore(version)}>{t('restore')}</Menu.Item>
        )}
        {canManage && !workbook.draft && (
          <Menu.Item onClick={() => actions.createDraft(id)}>{t('createDraftFrom')}</Menu.Item>
        )}
        {canManage && canCompare && <Menu.Divider />}
        {previousVersion && (
          <Menu.Item onClick={() => compareWith(previousVersion.versionCode)}>
            {t('compareWith', { version: previousVersion.version })}
          </Menu.Item>
        )}
        {hasDraft && <Menu.Item onClick={() => compareWith('draft')}>{t('compareWithDraft')}</Menu.Item>}
        {(canManage || canCompare) && <Menu.Divider />}
        <Menu.Item component="a" href={versionFileUrl(workbook.id, id, 'xlsform')} download>
          {t('xlsform')}
        </Menu.Item>
        {canReadResults && (
          <>
            <Menu.Item
              component="a"
              href={versionFileUrl(workbook.id, id, 'results.xlsx', currentLanguage())}
              download
            >
              {t('resultsXlsx')}
            </Menu.Item>
            <Menu.Item component="a" href={versionFileUrl(workbook.id, id, 'results.csv')} download>
              {t('resultsCsv')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
};

type VersionAction = {
  run: () => Promise<WorkbookVersion>;
  label: string;
  undo: (version: WorkbookVersion) => Promise<unknown>;
};

const useVersionActions = ({ id }: WorkbookDetails) => {
  const { t } = useTranslation('workbooks');
  const navigate = useNavigate();
  const queryKeys = [['workbook', id]];
  const runAction = useAction({
    action: ({ run }: VersionAction) => run(),
    invalidates: queryKeys,
    undo: (version, { label, undo }) => ({ label, run: () => undo(version) }),
  });
  const draftCreation = useAction({
    action: (versionId: string) => createDraft(id, versionId),
    invalidates: queryKeys,
    onDoneOnPage: () => void navigate({ to: '/workbooks/$workbookId/design', params: { workbookId: id } }),
  });
  return {
    setPublished: (version: WorkbookVersion, isPublished: boolean) =>
      runAction.mutate({
        run: () => editVersion(id, version, { isPublished }),
        label: t(isPublished ? 'versionPublished' : 'versionUnpublished', { version: version.version }),
        undo: (editedVersion) => editVersion(id, editedVersion, { isPublished: !isPublished }),
      }),
    remove: (version: WorkbookVersion) =>
      runAction.mutate({
        run: () => deleteVersion(id, version),
        label: t('versionDeleted', { version: version.version }),
        undo: () => restoreVersion(id, version.id),
      }),
    restore: (version: WorkbookVersion) =>
      runAction.mutate({
        run: () => restoreVersion(id, version.id),
        label: t('versionRestored', { version: version.version }),
        undo: (restoredVersion) => deleteVersion(id, restoredVersion),
      }),
    createDraft: draftCreation.mutate,
  };
};
