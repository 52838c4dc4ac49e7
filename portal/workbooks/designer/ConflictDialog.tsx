import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Draft } from '#contract/workbook-draft.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { findDraft } from '#portal/api/workbooks.ts';
import { useNames } from '#portal/people/use-names.ts';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { DiffList } from '#portal/workbooks/fields/DiffList.tsx';
import { toFields } from '#portal/workbooks/model/draft-tree.ts';
import { diffDefinitions } from '#workbook-engine/diff-definitions.ts';
import { useDesigner } from './designer-context.ts';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  onKeepMine: (theirDraft: Draft | null) => void;
  onUseTheirs: (theirDraft: Draft | null) => void;
};

export const ConflictDialog = ({ isOpen, onClose, onKeepMine, onUseTheirs }: Props) => {
  const { t } = useTranslation('designer');
  const formatName = useNames();
  const { workbookId, tree } = useDesigner();
  const theirDraftQuery = useQuery({
    queryKey: ['draft', workbookId, 'theirs'],
    queryFn: () => findDraft(workbookId),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
  });
  const { data: theirDraft, isFetching } = theirDraftQuery;
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('conflictTitle')} size="xl">
      <Stack>
        <QueryProblem query={theirDraftQuery} />
        {isFetching && <Skeleton height={160} />}
        {!isFetching && theirDraft !== undefined && (
          <>
            <Text size="sm">
              {theirDraft === null
                ? t('conflictDraftRemoved')
                : t('conflictSaved', {
                    name: formatName(theirDraft.modifiedBy),
                    time: formatDateTime(theirDraft.modificationTime),
                  })}
            </Text>
            {theirDraft && <DiffList diff={diffDefinitions(theirDraft, { fields: toFields(tree.nodes) })} />}
            <DimmedText>{t('undoHint')}</DimmedText>
            <Group justify="flex-end">
              <Button variant="default" onClick={() => onUseTheirs(theirDraft)}>
                {theirDraft === null ? t('discardMine') : t('useTheirs')}
              </Button>
              <Button onClick={() => onKeepMine(theirDraft)}>
                {theirDraft === null ? t('createDraftWithMine') : t('keepMine')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Modal>
  );
};
