import { Group, Modal, Select, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { WholeWorkbook } from '#contract/workbook-management.ts';
import { compareVersions } from '#portal/api/workbooks.ts';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useFrameWords } from '#portal/frame/words.ts';
import { useMay } from '#portal/session/me.ts';
import { DiffList } from '#portal/workbooks/fields/DiffList.tsx';
import { useWorkbookWords } from './words.ts';

type Sides = { from: string; to: string };

const route = getRouteApi('/workbooks/$workbookId');

/** What became of the fields from one version to another, or to the draft. */
export const CompareVersions = ({
  workbook,
  sides,
}: {
  workbook: WholeWorkbook;
  sides: Sides | undefined;
}) => {
  const t = useWorkbookWords();
  const frame = useFrameWords();
  const navigate = route.useNavigate();
  return (
    <Modal
      opened={sides !== undefined}
      onClose={() => void navigate({ search: {} })}
      title={t('compareVersions')}
      size="xl"
      closeButtonProps={{ 'aria-label': frame('close') }}
    >
      {sides && <Comparison workbook={workbook} sides={sides} />}
    </Modal>
  );
};

const Comparison = ({ workbook, sides }: { workbook: WholeWorkbook; sides: Sides }) => {
  const t = useWorkbookWords();
  const navigate = route.useNavigate();
  const maySeeDraft = useMay('Workbooks.Manage');
  const { from, to } = sides;
  const compared = useQuery({
    queryKey: ['workbook', workbook.id, 'diff', from, to],
    queryFn: () => compareVersions(workbook.id, from, to),
  });
  const data = [
    ...(workbook.draft && maySeeDraft ? [{ value: 'draft', label: t('theDraft') }] : []),
    ...workbook.versions.map(({ version, versionCode }) => ({
      value: String(versionCode),
      label: t('versionNamed', { version, code: versionCode }),
    })),
  ];
  const choose = (change: Partial<Sides>) =>
    void navigate({ search: { ...sides, ...change }, replace: true });
  return (
    <Stack>
      <Group grow>
        <Select
          label={t('earlier')}
          data={data}
          value={from}
          onChange={(value) => value && choose({ from: value })}
          allowDeselect={false}
        />
        <Select
          label={t('later')}
          data={data}
          value={to}
          onChange={(value) => value && choose({ to: value })}
          allowDeselect={false}
        />
      </Group>
      {compared.error && <ProblemNote problem={compared.error} onRetry={() => void compared.refetch()} />}
      {compared.isPending && <Skeleton height={160} />}
      {compared.data && <DiffList diff={compared.data} />}
    </Stack>
  );
};
