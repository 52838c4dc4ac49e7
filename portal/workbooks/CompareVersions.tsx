import { Group, Modal, Select, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { WorkbookDetails } from '#contract/workbook-management.ts';
import { compareVersions } from '#portal/api/workbooks.ts';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { DiffList } from '#portal/workbooks/fields/DiffList.tsx';

type ComparedVersions = { from: string; to: string };

const route = getRouteApi('/workbooks/$workbookId');

export const CompareVersions = ({
  workbook,
  comparedVersions,
}: {
  workbook: WorkbookDetails;
  comparedVersions: ComparedVersions | undefined;
}) => {
  const { t } = useTranslation('workbooks');
  const navigate = route.useNavigate();
  return (
    <Modal
      opened={comparedVersions !== undefined}
      onClose={() => void navigate({ search: {} })}
      title={t('compareVersions')}
      size="xl"
    >
      {comparedVersions && <Comparison workbook={workbook} comparedVersions={comparedVersions} />}
    </Modal>
  );
};

const Comparison = ({
  workbook,
  comparedVersions,
}: {
  workbook: WorkbookDetails;
  comparedVersions: ComparedVersions;
}) => {
  const { t } = useTranslation('workbooks');
  const navigate = route.useNavigate();
  const canViewDraft = useHasPermission('Workbooks.Manage');
  const { from, to } = comparedVersions;
  const diff = useQuery({
    queryKey: ['workbook', workbook.id, 'diff', from, to],
    queryFn: () => compareVersions(workbook.id, from, to),
  });
  const options = [
    ...(workbook.draft && canViewDraft ? [{ value: 'draft', label: t('draftOption') }] : []),
    ...workbook.versions.map(({ version, versionCode }) => ({
      value: String(versionCode),
      label: t('versionNamed', { version, code: versionCode }),
    })),
  ];
  const changeVersions = (changes: Partial<ComparedVersions>) =>
    void navigate({ search: { ...comparedVersions, ...changes }, replace: true });
  return (
    <Stack>
      <Group grow>
        <Select
          label={t('earlier')}
          data={options}
          value={from}
          onChange={(value) => value && changeVersions({ from: value })}
          allowDeselect={false}
        />
        <Select
          label={t('later')}
          data={options}
          value={to}
          onChange={(value) => value && changeVersions({ to: value })}
          allowDeselect={false}
        />
      </Group>
      <QueryProblem query={diff} />
      {diff.isPending && <Skeleton height={160} />}
      {diff.data && <DiffList diff={diff.data} />}
    </Stack>
  );
};
