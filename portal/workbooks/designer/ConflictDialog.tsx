import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Draft } from '#contract/workbook-draft.ts';
import { sayMoment } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { findDraft } from '#portal/api/workbooks.ts';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useNames } from '#portal/frame/use-names.ts';
import { useFrameWords } from '#portal/frame/words.ts';
import { DiffList } from '#portal/workbooks/fields/DiffList.tsx';
import { harvestFields } from '#portal/workbooks/model/draft-tree.ts';
import { diffDefinitions } from '#workbook-engine/diff-definitions.ts';
import { useDesigner } from './designer-context.ts';
import { useDesignerWords } from './words.ts';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  onKeepMine: (theirs: Draft | null) => void;
  onTakeTheirs: (theirs: Draft | null) => void;
};

/** Shows what somebody else saved beside what is here, and lets a person decide. */
export const ConflictDialog = ({ isOpen, onClose, onKeepMine, onTakeTheirs }: Props) => {
  const t = useDesignerWords();
  const nameOf = useNames();
  const frame = useFrameWords();
  const { workbookId, tree } = useDesigner();
  const theirs = useQuery({
    queryKey: ['draft', workbookId, 'theirs'],
    queryFn: () => findDraft(workbookId),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
  });
  const { data, error, isFetching } = theirs;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('conflictTitle')}
      size="xl"
      closeButtonProps={{ 'aria-label': frame('close') }}
    >
      <Stack>
        {error && <ProblemNote problem={error} onRetry={() => void theirs.refetch()} />}
        {isFetching && <Skeleton height={160} />}
        {!isFetching && data !== undefined && (
          <>
            <Text size="sm">
              {data === null
                ? t('conflictGone')
                : t('conflictThere', {
                    name: nameOf(data.modifiedBy),
                    moment: sayMoment(data.modificationTime, currentLanguage()),
                  })}
            </Text>
            {data && <DiffList diff={diffDefinitions(data, { fields: harvestFields(tree.nodes) })} />}
            <Text size="sm" c="dimmed">
              {t('undoTells')}
            </Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={() => onTakeTheirs(data)}>
                {data === null ? t('dropMine') : t('takeTheirs')}
              </Button>
              <Button onClick={() => onKeepMine(data)}>
                {data === null ? t('beginAnew') : t('keepMine')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Modal>
  );
};
