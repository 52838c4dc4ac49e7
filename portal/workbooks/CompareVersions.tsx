import { Group, Modal, Select, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { WorkbookDetails } from '#contract/workbook-management.ts';
import { compareVersions } from '#portal/api/workbooks.ts';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { DiffList } from '#portal/workbooks/fields/DiffList.tsx';

const route = getRouteApi('/workbooks/$workbookId');

export const CompareVersions = ({ workbook }: { workbook: WorkbookDetails }) => {
  const { t } = useTranslation('workbooks');
  const { from, to } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Modal
      opened={from !== undefined}
      onClose={() => void navigate({ search: {} })}
      title={t('compareVersions')}
      size="xl"
    >
      {from !== undefined && to !== undefined && <Comparison workbook={workbook} from={from} to={to} />}
    </Modal>
  );
};

type ComparisonProps = { workbook: WorkbookDetails; from: string; to: string };

const Comparison = ({ workbook, from, to }: ComparisonProps) => {
  const { t } = useTranslation('workbooks');
  const navigate = route.useNavigate();
  const canViewDraft = useHasPermission('Workbooks.Manage');
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
  const createSelectProps = (name: 'from' | 'to', value: string) => ({
    data: options,
    value,
    onChange: (newValue: string | null) =>
      newValue && void navigate({ search: { from, to, [name]: newValue }, replace: true }),
    allowDeselect: false,
  });
  return (
    <Stack>
      <Group grow>
        <Select label={t('earlier')} {...createSelectProps('from', from)} />
        <Select label={t('later')} {...createSelectProps('to', to)} />
      </Group>
      <QueryProblem query={diff} />
      {diff.isPending && <Skeleton height={160} />}
      {diff.data && <DiffList diff={diff.data} />}
    </Stack>
  );
};
