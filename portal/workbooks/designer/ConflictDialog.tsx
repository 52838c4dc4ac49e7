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
  onKeepMine: (theirs: Draft | null) => void;
  onUseTheirs: (theirs: Draft | null) => void;
};

export const ConflictDialog = ({ isOpen, onClose, onKeepMine, onUseTheirs }: Props) => {
  const { t } = useTranslation('designer');
  const findName = useNames();
  const { workbookId, tree } = useDesigner();
  const theirsQuery = useQuery({
    queryKey: ['draft', workbookId, 'theirs'],
    queryFn: () => findDraft(workbookId),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
  });
  const { data: theirs, isFetching } = theirsQuery;
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('conflictTitle')} size="xl">
      <Stack>
        <QueryProblem query={theirsQuery} />
        {isFetching && <Skeleton height={160} />}
        {!isFetching && theirs !== undefined && (
          <>
            <Text size="sm">
              {theirs === null
                ? t('conflictDraftRemoved')
                : t('conflictSaved', {
                    name: findName(theirs.modifiedBy),
                    time: formatDateTime(theirs.modificationTime),
                  })}
            </Text>
            {theirs && <DiffList diff={diffDefinitions(theirs, { fields: toFields(tree.nodes) })} />}
            <DimmedText>{t('undoHint')}</DimmedText>
            <Group justify="flex-end">
              <Button variant="default" onClick={() => onUseTheirs(theirs)}>
                {theirs === null ? t('discardMine') : t('useTheirs')}
              </Button>
              <Button onClick={() => onKeepMine(theirs)}>
                {theirs === null ? t('createDraftWithMine') : t('keepMine')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Modal>
  );
};
