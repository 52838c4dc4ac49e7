import { Group, Modal, Select, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { WorkbookDetails } from '#contract/workbook-management.ts';
import { compareVersions } from '#portal/api/workbooks.ts';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { DiffList } from '#portal/workbooks/fields/DiffList.tsx';

type Sides = { from: string; to: string };

const route = getRouteApi('/workbooks/$workbookId');

export const CompareVersions = ({
  workbook,
  sides,
}: {
  workbook: WorkbookDetails;
  sides: Sides | undefined;
}) => {
  const { t } = useTranslation('workbooks');
  const navigate = route.useNavigate();
  return (
    <Modal
      opened={sides !== undefined}
      onClose={() => void navigate({ search: {} })}
      title={t('compareVersions')}
      size="xl"
    >
      {sides && <Comparison workbook={workbook} sides={sides} />}
    </Modal>
  );
};

const Comparison = ({ workbook, sides }: { workbook: WorkbookDetails; sides: Sides }) => {
  const { t } = useTranslation('workbooks');
  const navigate = route.useNavigate();
  const canViewDraft = useHasPermission('Workbooks.Manage');
  const { from, to } = sides;
  const diff = useQuery({
    queryKey: ['workbook', workbook.id, 'diff', from, to],
    queryFn: () => compareVersions(workbook.id, from, to),
  });
  const data = [
    ...(workbook.draft && canViewDraft ? [{ value: 'draft', label: t('draftOption') }] : []),
    ...workbook.versions.map(({ version, versionCode }) => ({
      value: String(versionCode),
      label: t('versionNamed', { version, code: versionCode }),
    })),
  ];
  const select = (change: Partial<Sides>) =>
    void navigate({ search: { ...sides, ...change }, replace: true });
  return (
    <Stack>
      <Group grow>
        <Select
          label={t('earlier')}
          data={data}
          value={from}
          onChange={(value) => value && select({ from: value })}
          allowDeselect={false}
        />
        <Select
          label={t('later')}
          data={data}
          value={to}
          onChange={(value) => value && select({ to: value })}
          allowDeselect={false}
        />
      </Group>
      <QueryProblem query={diff} />
      {diff.isPending && <Skeleton height={160} />}
      {diff.data && <DiffList diff={diff.data} />}
    </Stack>
  );
};
